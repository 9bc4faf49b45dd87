"""Tests of the models that a record selects."""

import unittest

from cursor_plaso.state import models

# The shape of seed "composerData", and of "cli-config.json, permissions.json and
# sandbox.json".
_SELECTED_MODEL = {
    "modelId": "grok-4.7",
    "parameters": [
        {"id": "context", "value": "256k"},
        {"id": "fast", "value": True},
        5,
    ],
}


class ModelsTest(unittest.TestCase):
    """Tests of the models that a record selects."""

    def testGetModelLabel(self):
        """A selected model is told with its parameters."""
        self.assertEqual(
            models.GetModelLabel(_SELECTED_MODEL), "grok-4.7 (context=256k fast=true)"
        )
        self.assertEqual(models.GetModelLabel({"modelId": "auto"}), "auto")
        self.assertEqual(models.GetModelLabel("grok-4.7"), "grok-4.7")
        self.assertIsNone(models.GetModelLabel({}))
        self.assertIsNone(models.GetModelLabel(7))

    def testGetParameters(self):
        """What is no parameter is left out, a secret is masked."""
        self.assertEqual(
            models.GetParameters(_SELECTED_MODEL), ["context=256k", "fast=true"]
        )
        self.assertEqual(models.GetParameters({"parameters": "high"}), [])
        self.assertNotIn(
            "hunter2",
            str(
                models.GetParameters(
                    {"parameters": [{"id": "apiKey", "value": "hunter2hunter2"}]}
                )
            ),
        )

    def testGetSelection(self):
        """A selection tells max mode, and parameters of the model it names."""
        self.assertEqual(
            models.GetSelection(
                {
                    "modelName": "grok-4.7",
                    "maxMode": False,
                    "selectedModels": [_SELECTED_MODEL, {"modelId": "auto"}, 3],
                }
            ),
            ["maxMode=false", "context=256k", "fast=true", "selected=auto"],
        )
        self.assertEqual(models.GetSelection({}), [])


if __name__ == "__main__":
    unittest.main()
