"""Models that a record selects, with their parameters.

Settings, composers and cloud agents have selections of one shape: a modelId, and a
list of parameters with an id and a value (seed, "composerData" and "Model rows").
"""

from cursor_plaso import masking
from cursor_plaso import values
from cursor_plaso.state import item_table


def GetModelLabel(selected_model):
    """Retrieves the text of a selected model.

    Args:
      selected_model (object): JSON value: an object with modelId and parameters.

    Returns:
      str: text such as "grok-4.7 (context=256k)" or None if not available.
    """
    if isinstance(selected_model, str):
        return selected_model or None
    if not isinstance(selected_model, dict):
        return None
    model = values.GetString(selected_model, "modelId")
    if not model:
        return None
    parameters = GetParameters(selected_model)
    return f"{model:s} ({' '.join(parameters):s})" if parameters else model


def GetParameters(selected_model):
    """Retrieves the parameters of a selected model.

    Args:
      selected_model (dict[str, object]): JSON object.

    Returns:
      list[str]: parameters, "<id>=<value>".
    """
    parameters = []
    for parameter in values.GetList(selected_model, "parameters"):
        if isinstance(parameter, dict):
            name = values.GetString(parameter, "id")
            value = item_table.GetLabel(parameter.get("value"))
            if name and value:
                value = masking.MaskMember(name, value)
                parameters.append(f"{name:s}={value:s}")
    return parameters


def GetSelection(model_config):
    """Retrieves what a selection of models says beside the name of the model.

    Args:
      model_config (dict[str, object]): JSON object, such as modelConfig of
          composerData.

    Returns:
      list[str]: maxMode, and the parameters of the selected models.
    """
    selection = []
    max_mode = values.GetBoolean(model_config, "maxMode")
    if max_mode is not None:
        selection.append(f"maxMode={'true' if max_mode else 'false':s}")
    model = values.GetString(model_config, "modelName")
    for selected_model in values.GetList(model_config, "selectedModels"):
        if not isinstance(selected_model, dict):
            continue
        if values.GetString(selected_model, "modelId") in (None, model):
            selection.extend(GetParameters(selected_model))
        else:
            selection.append(f"selected={GetModelLabel(selected_model):s}")
    return selection
