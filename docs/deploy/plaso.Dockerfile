# cursor-plaso on the public container of plaso.
#
#   python -m build --wheel
#   docker build --file docs/deploy/plaso.Dockerfile --tag plaso-cursor .
#   docker run --rm --volume /data:/data plaso-cursor log2timeline \
#     --storage-file /data/results/case.plaso /data/sources/image.E01
ARG BASE_IMAGE=log2timeline/plaso:latest
FROM ${BASE_IMAGE}

# The container runs its tools as another user.
USER root

RUN apt-get update && \
    apt-get install --yes --no-install-recommends python3-pip python3-protobuf && \
    rm -rf /var/lib/apt/lists/*

# plaso and its dependencies are Debian packages: pip must add this package and nothing
# else. Python reads the plug in /usr/local/lib/python3.*/dist-packages.
COPY dist/cursor_plaso-*.whl /tmp/
RUN python3 -m pip install --break-system-packages --no-cache-dir --no-deps \
    /tmp/cursor_plaso-*.whl && \
    rm /tmp/cursor_plaso-*.whl

# The build fails if something is wrong.
RUN cursor-plaso status

USER ubuntu
