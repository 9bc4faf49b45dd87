"""Values of wrong types, put in the place of each value of a JSON document.

What a reader does not understand costs nothing beside it and is told: CheckWrongTypes
reads a document that is good, then one for each place and each wrong value, and
compares what comes out.
"""

import json

# Stands for a number of 401 digits, which Python would not write.
_LARGE_NUMBER = "a large number"

_WRONG_VALUES = (True, -1, 1.5, _LARGE_NUMBER, "x", "\ud800", ["x"], {"x": 1})


def _GetPlaces(value, place=()):
    """Retrieves the places of all values in a document.

    Args:
      value (object): JSON value.
      place (tuple[object, ...]): names and indexes that lead to the value.

    Yields:
      tuple[object, ...]: names and indexes.
    """
    if place:
        yield place
    if isinstance(value, dict):
        for name, member in value.items():
            yield from _GetPlaces(member, (*place, name))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from _GetPlaces(element, (*place, index))


def _Replace(document, place, value):
    """Replaces a value of a document.

    Args:
      document (object): JSON value.
      place (tuple[object, ...]): names and indexes that lead to the value.
      value (object): JSON value.

    Returns:
      tuple[str, object]: JSON of the document and the value that was replaced.
    """
    document = json.loads(json.dumps(document))
    parent = document
    for name in place[:-1]:
        parent = parent[name]
    old_value, parent[place[-1]] = parent[place[-1]], value
    text = json.dumps(document)
    return text.replace(f'"{_LARGE_NUMBER:s}"', f"1{'0' * 400:s}"), old_value


def _GetEvents(producer):
    """Retrieves the events.

    Args:
      producer (CollectingProducer): producer.

    Returns:
      dict[tuple[str, str], set[str]]: names of the attributes per data type and record.
    """
    return {
        (event_data.data_type, event_data.record_key): {
            name
            for name, value in event_data.__dict__.items()
            if value is not None and name != "time_source"
        }
        for event_data in producer.event_data
    }


def CheckWrongTypes(test_case, read, document):
    """Checks that a wrong type is told once and costs nothing beside it.

    Args:
      test_case (unittest.TestCase): test case.
      read (callable): function that reads the JSON of a document and gives a
          CollectingProducer.
      document (object): JSON value, of which all is read and no warning told.
    """
    producer = read(json.dumps(document))
    test_case.assertEqual(producer.warnings, [])
    good_events = _GetEvents(producer)
    test_case.assertTrue(good_events)

    for place in _GetPlaces(document):
        for value in _WRONG_VALUES:
            with test_case.subTest(place=place, value=value):
                text, old_value = _Replace(document, place, value)
                producer = read(text)

                events = _GetEvents(producer)
                lost = [key for key in good_events if key not in events]
                poorer = [
                    key
                    for key, names in good_events.items()
                    if names - events.get(key, names)
                ]
                test_case.assertLessEqual(len(producer.warnings), 1)
                for warning in producer.warnings:
                    test_case.assertNotIn("error", warning)
                    test_case.assertNotIn("failed", warning)

                is_told = bool(producer.warnings) or any(producer.corrupted)
                if not isinstance(old_value, (dict, list)):
                    # What is lost of a record that names no neighbour is one record. A
                    # text or a number in place of a text may name another.
                    if lost or poorer:
                        test_case.assertTrue(is_told or value is not True)
                elif not isinstance(value, (dict, list)) and lost:
                    # A text may stand in place of texts, of a hook or of a window.
                    may_be_text = isinstance(value, str) and value != _LARGE_NUMBER
                    test_case.assertTrue(is_told or may_be_text)
