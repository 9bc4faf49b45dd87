# cursor-plaso on the plaso worker of OpenRelik.
#
#   python -m build --wheel
#   docker build --file docs/deploy/openrelik.Dockerfile --tag openrelik-worker-plaso .
#
# Name the image in the docker-compose.yml of OpenRelik in place of
# ghcr.io/openrelik/openrelik-worker-plaso; the command stays.
ARG BASE_IMAGE=ghcr.io/openrelik/openrelik-worker-plaso:latest
FROM ${BASE_IMAGE}

RUN apt-get update && \
    apt-get install --yes --no-install-recommends python3-protobuf && \
    rm -rf /var/lib/apt/lists/*

# The worker uses the Python of the system, where plaso is a Debian package.
COPY dist/cursor_plaso-*.whl /tmp/
RUN python3 -m pip install --break-system-packages --no-cache-dir --no-deps \
    /tmp/cursor_plaso-*.whl && \
    rm /tmp/cursor_plaso-*.whl

RUN cursor-plaso status
