"""Tests of the reader of the index of SDK agents."""

import io
import json
import os
import shutil
import sqlite3
import tempfile
import unittest

from cursor_plaso import database
from cursor_plaso import producer
from cursor_plaso import sdk_index
from tests import lib
from tests import test_agent_store
from tests import wrong_types

_SAMPLE_PATH = os.path.join(lib.TEST_DATA_PATH, "samples", "sdk_local_store")


class SDKIndexTest(unittest.TestCase):
    """Tests with the sample sdk_local_store."""

    def _FindDatabase(self):
        """Finds the database of the sample.

        Returns:
          str: path.
        """
        return test_agent_store.FindSample(
            "sdk_local_store",
            "home",
            ".cursor",
            "projects",
            "*",
            "sdk-agent-store",
            "*",
            "index.db",
        )

    def _ReadDatabase(self, path=None):
        """Reads a database.

        Args:
          path (Optional[str]): path, where None represents that of the sample.

        Returns:
          CollectingProducer: what the reader produced.
        """
        path = path or self._FindDatabase()
        collecting_producer = producer.CollectingProducer()
        with open(path, "rb") as file_object:
            index_database = database.Database(file_object)
            self.assertTrue(sdk_index.IsSDKIndex(index_database.live))
            sdk_index.ReadSDKIndex(collecting_producer, index_database, None)
        return collecting_producer

    def testAgentsAndRuns(self):
        """Agents and runs have the statuses and times of the rows."""
        result = self._ReadDatabase()
        with open(
            os.path.join(_SAMPLE_PATH, "expected.json"), "r", encoding="utf-8"
        ) as file_object:
            expected = json.load(file_object)

        agents = result.GetByDataType("cursor:conversation")
        runs = result.GetByDataType("cursor:run")

        self.assertEqual(
            [(agent.conversation_identifier, agent.status) for agent in agents],
            [(row["agent_id"], row["status"]) for row in expected["agents_rows"]],
        )
        self.assertEqual(
            agents[0].creation_time.CopyToDateTimeString(), "2026-10-05 09:00:00.007"
        )
        self.assertEqual(
            [
                (run.run_identifier, run.status, run.model, run.error_text)
                for run in runs
            ],
            [
                (row["run_id"], row["status"], row["model"], row["error_code"])
                for row in expected["runs_rows"]
            ],
        )
        self.assertEqual(
            [agent.agent_mode for agent in agents],
            ["agent", None],
        )
        self.assertEqual(
            [agent.details for agent in agents],
            [None, "active run: run-15eb3df2-d67c-4729-b675-d1e66a2fbbca"],
        )
        self.assertEqual(runs[0].model_parameters, "effort=medium")
        self.assertEqual(runs[0].total_tokens, 2280)
        self.assertEqual(
            (runs[0].cache_read_tokens, runs[0].cache_write_tokens), (1000, 0)
        )
        self.assertEqual(runs[0].result, "Lint is clean.")
        self.assertEqual(
            runs[0].end_time.CopyToDateTimeString(), "2026-10-05 09:00:00.154"
        )
        self.assertEqual(result.warnings, [])

    def testRunEvents(self):
        """Each event of a run stands at its own time."""
        result = self._ReadDatabase()
        run_events = result.GetByDataType("cursor:run:event")

        self.assertEqual(len(run_events), 29)
        self.assertEqual(
            run_events[0].recorded_time.CopyToDateTimeString(),
            "2026-10-05 09:00:00.028",
        )
        self.assertEqual(run_events[0].run_event_type, "run_stream_event, request")

    def testRemnants(self):
        """What was deleted or written over comes once, with its own times."""
        before = self._ReadDatabase()
        run_events = before.GetByDataType("cursor:run:event")
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "index.db")
            shutil.copyfile(self._FindDatabase(), path)
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("PRAGMA secure_delete = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            # A log that is still there, as of a host that runs.
            agent_identifier, run_identifier = connection.execute(
                "SELECT agent_id, run_id FROM runs WHERE status = 'ERROR'"
            ).fetchone()
            for statement in (
                "DELETE FROM run_events WHERE run_id = ?",
                "UPDATE runs SET status = 'EXPIRED' WHERE run_id = ?",
            ):
                connection.execute(statement, (run_identifier,))
            live_path = os.path.join(directory, "live", "index.db")
            os.mkdir(os.path.dirname(live_path))
            for suffix in ("", "-wal"):
                shutil.copyfile(path + suffix, live_path + suffix)
            connection.close()
            result = lib.ParsePath("sqlite/cursor_sdk_index", live_path)

        expected = sorted(
            (event.record_key, event.recorded_time.CopyToDateTimeString())
            for event in run_events
        )
        recovered = {
            event.record_key: event
            for event in result.event_data
            if event.recovery_method
        }
        self.assertEqual(
            sorted(
                (event.record_key, event.recorded_time.CopyToDateTimeString())
                for event in result.event_data
                if event.data_type == "cursor:run:event"
            ),
            expected,
        )
        deleted = [
            event
            for event in recovered.values()
            if event.data_type == "cursor:run:event"
        ]
        self.assertEqual({event.run_identifier for event in deleted}, {run_identifier})
        self.assertEqual(
            {event.conversation_identifier for event in deleted}, {agent_identifier}
        )
        self.assertEqual(
            {event.conversation_title for event in deleted}, {"Nightly lint bot"}
        )
        older_run = recovered[f"runs[{run_identifier:s}]"]
        self.assertEqual(older_run.status, "ERROR")
        self.assertEqual(
            sorted(
                event.status
                for event in result.event_data
                if event.data_type == "cursor:run"
                and event.run_identifier == run_identifier
            ),
            ["ERROR", "EXPIRED"],
        )
        self.assertEqual(result.warnings, [])
        for event_data in result.event_data:
            self.assertNotIn("efefefef", repr(event_data.__dict__))

    def testNDJSON(self):
        """The files of the other store give the same kinds of records."""
        path = os.path.join(_SAMPLE_PATH, "jsonl-store")

        results = {
            name: lib.ParsePath(
                "jsonl/cursor_sdk_index", os.path.join(path, f"{name:s}.ndjson")
            )
            for name in ("agents", "runs", "run_events", "checkpoints")
        }

        self.assertEqual(
            {
                name: [event_data.data_type for event_data in result.event_data[:1]]
                for name, result in results.items()
            },
            {
                "agents": ["cursor:conversation"],
                "runs": ["cursor:run"],
                "run_events": ["cursor:run:event"],
                "checkpoints": [],
            },
        )
        self.assertEqual(len(results["runs"].event_data), 3)
        self.assertEqual(results["agents"].event_data[0].agent_mode, "agent")
        self.assertEqual(
            results["runs"].event_data[0].model_parameters, "effort=medium"
        )
        for result in results.values():
            self.assertEqual(result.warnings, [])
            for event_data in result.event_data:
                self.assertNotIn("efefefef", repr(event_data.__dict__))

    def testRunningRun(self):
        """Of a run that did not end the last update is told (1.8)."""
        collecting_producer = producer.CollectingProducer()
        reader = sdk_index.SDKIndexReader(collecting_producer)
        reader.ReadAgent(
            {
                "agent_id": "agent-1",
                "metadata_json": json.dumps(
                    {
                        "blobEncryptionKey": "efefefef",
                        "customSubagents": {"reviewer": {"prompt": "Review"}},
                    }
                ),
            },
            "agent_id=agent-1",
        )
        reader.ReadRun(
            {
                "agent_id": "agent-1",
                "run_id": "run-1",
                "status": "RUNNING",
                "updated_at": "2026-10-05T09:03:00.413Z",
            },
            "run_id=run-1",
        )
        reader.ReadRunEvent(
            {"run_id": "run-1", "seq": 1, "payload_ref": "payloads/1"}, "run-1 1"
        )

        agent, run, run_event = collecting_producer.event_data
        self.assertEqual(agent.details, "custom sub-agent: reviewer")
        self.assertIsNone(run.end_time)
        self.assertEqual(
            run.update_time.CopyToDateTimeString(), "2026-10-05 09:03:00.413"
        )
        self.assertEqual(run.time_source, "updated_at")
        self.assertEqual(run_event.message_body, "(payload in payloads/1)")
        self.assertEqual(collecting_producer.warnings, [])

    def testWrongTypes(self):
        """A member of a wrong type is told once and costs its neighbours nothing."""
        neighbour = {
            "agentId": "a9",
            "createdAt": 1790848800000,
            "cwd": "/srv",
            "sdkMetadata": {},
        }
        for record in (
            {
                "agentId": "a1",
                "createdAt": 1790848800000,
                "cwd": "/srv/p",
                "name": "n",
                "sdkMetadata": {},
                "status": "s",
            },
            {
                "agentId": "a1",
                "createdAt": 1790848800000,
                "model": {"id": "m"},
                "runId": "r1",
                "turnNumber": 1,
                "usage": {"inputTokens": 1},
            },
            {
                "createdAt": 1790848800000,
                "eventType": "e",
                "payload": {"agentId": "a1", "message": {"text": "t", "type": "x"}},
                "runId": "r1",
                "seq": 1,
            },
        ):

            def Read(text):
                """Reads a record and a good one after it.

                Args:
                  text (str): JSON of the record.

                Returns:
                  CollectingProducer: what was produced.
                """
                collecting_producer = producer.CollectingProducer()
                data = f"{text:s}\n{json.dumps(neighbour):s}\n".encode("utf-8")
                sdk_index.ReadIndexLines(io.BytesIO(data), collecting_producer)
                self.assertEqual(
                    collecting_producer.event_data[-1].conversation_identifier, "a9"
                )
                return collecting_producer

            wrong_types.CheckWrongTypes(self, Read, record)

    def testForeignRecords(self):
        """Records of other programs are none of an index."""
        self.assertIsNone(sdk_index.GetRecordKind({"agentId": "a"}))
        self.assertIsNone(sdk_index.GetRecordKind({"runId": "a", "seq": 1}))


if __name__ == "__main__":
    unittest.main()
