"""Names of the numbers of tools, for tool records that have a number only.

The number of a tool record is that of the vendor's enumeration ClientSideToolV2
(storage-facts 2.3, of which 5 numbers were confirmed by the seed's installs and 7 by
the stores of 0.50.7 and 1.5.11).
"""

_NAMES = {
    1: "read_semsearch_files",
    3: "ripgrep_search",
    5: "read_file",
    6: "list_dir",
    7: "edit_file",
    8: "file_search",
    9: "semantic_search_full",
    11: "delete_file",
    12: "reapply",
    15: "run_terminal_command_v2",
    16: "fetch_rules",
    18: "web_search",
    19: "mcp",
    23: "search_symbols",
    24: "background_composer_followup",
    25: "knowledge_base",
    26: "fetch_pull_request",
    27: "deep_search",
    28: "create_diagram",
    29: "fix_lints",
    30: "read_lints",
    31: "go_to_definition",
    32: "task",
    33: "await_task",
    34: "todo_read",
    35: "todo_write",
    38: "edit_file_v2",
    39: "list_dir_v2",
    40: "read_file_v2",
    41: "ripgrep_raw_search",
    42: "glob_file_search",
    43: "create_plan",
    44: "list_mcp_resources",
    45: "read_mcp_resource",
    46: "read_project",
    47: "update_project",
    48: "task_v2",
    49: "call_mcp_tool",
    50: "apply_agent_diff",
    51: "ask_question",
    52: "switch_mode",
    53: "generate_image",
    54: "computer_use",
    55: "write_shell_stdin",
    56: "record_screen",
    57: "web_fetch",
    58: "report_bugfix_results",
    59: "ai_attribution",
    60: "mcp_auth",
    61: "reflect",
    62: "await",
    63: "get_mcp_tools",
}


def GetToolName(number):
    """Retrieves the name of a tool.

    Args:
      number (int): number of the tool or None.

    Returns:
      str: name, "tool_<number>" if the tool is not known, or None without a number.
    """
    if number is None:
        return None
    return _NAMES.get(number, f"tool_{number:d}")
