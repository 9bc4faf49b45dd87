"""Roots of conversations that nothing names any more.

A conversation that was deleted in the IDE loses the record that holds its root, but not
its blobs. The index takes all blobs of a store in one pass, keeps identifiers and which
blob names which, and then tells which roots make up a conversation and whose it is
(conversation-tree.md steps 12 to 17).

- Roots of one conversation share user messages, which are unique: each has an
  identifier of its own. Roots without turns go with those that begin with their JSON
  messages.
- The final root of a conversation is one that no other continues. More than one of a
  conversation are branches: a turn was edited or rewound, or the chat was duplicated.
- Whose a conversation is say, exactly, the shell calls and the goal, which hold the
  identifier of the conversation. JSON messages with the identifier in their text say it
  weakly: they may be about the conversation only.
"""

import array
import hashlib

from cursor_plaso.agent import chains
from cursor_plaso.agent import classify
from cursor_plaso.agent import identifiers
from cursor_plaso.agent import mentions
from cursor_plaso.agent import schema
from cursor_plaso.agent import times as agent_times
from cursor_plaso.agent import tools

_NO_OWNER = -1


class TreeConversation:
    """Conversation that the blobs of a store hold.

    Attributes:
      branch_count (int): number of conversations, this one included, that share user
          messages with this one: branches and duplicated chats.
      final_root_id (str): identifier of the root that no other continues, None if no
          root is left.
      group (int): number of the group of branches.
      is_live (bool): True if a composer that is not deleted names the latest turn, or
          an earlier one that no other branch continues: the turns after it were
          rewound.
      live_ids (list[str]): identifiers of the composers that are not deleted and that
          name a root of the conversation.
      owner_id (str): identifier of the conversation as the latest shell call or the
          goal holds it, None if none does.
      owner_ids (list[str]): identifiers of all conversations that the shell calls and
          the goal hold: more than one if the chat was duplicated.
      started_ms (int): time the conversation started, in milliseconds since the epoch,
          as the final root holds it.
      turn_count (int): number of turns.
      weak_owner_ids (list[str]): identifiers of the wanted conversations that occur in
          the text of the JSON messages.
    """

    def __init__(self):
        """Initializes a conversation."""
        super().__init__()
        self.branch_count = 1
        self.final_root_id = None
        self.group = None
        self.is_live = False
        self.live_ids = []
        self.owner_id = None
        self.owner_ids = []
        self.started_ms = None
        self.turn_count = 0
        self.weak_owner_ids = []
        # Final root and the place in the chains at which the conversation ends.
        self.root_index = None


class OrphanTurn:
    """Turn that no root holds.

    Attributes:
      owner_id (str): identifier of the conversation as a shell call holds it, or None.
      started_ms (int): time of the user message in milliseconds since the epoch, or
          None.
      state_root_id (str): identifier of the root before the user message, or None.
      step_count (int): number of steps.
      turn_id (str): identifier of the turn.
      user_message_id (str): identifier of the blob of the user message, or None.
    """

    def __init__(self, turn_id):
        """Initializes a turn.

        Args:
          turn_id (str): identifier of the turn.
        """
        super().__init__()
        self.owner_id = None
        self.started_ms = None
        self.state_root_id = None
        self.step_count = 0
        self.turn_id = turn_id
        self.user_message_id = None


class _Root:
    """Root, or the state of a subagent.

    Attributes:
      archives (tuple[int]): archives.
      blob (int): number of its blob, None if stored elsewhere.
      is_nested (bool): True if the root is the state of a subagent.
      live_id (str): identifier of the composer that names the root, or None.
      message_chain (int): chain of the JSON messages.
      owner (int): number of the conversation its goal names, or _NO_OWNER.
      started_ms (int): time the conversation started, or None.
      timing_count (int): number of turns with a timing.
      turn_chain (int): chain of the turns.
      user_chain (int): chain of the user messages.
    """

    __slots__ = (
        "archives",
        "blob",
        "is_nested",
        "live_id",
        "message_chain",
        "owner",
        "started_ms",
        "timing_count",
        "turn_chain",
        "user_chain",
    )

    def __init__(self, blob, is_nested, live_id):
        """Initializes a root.

        Args:
          blob (int): number of its blob, None if stored elsewhere.
          is_nested (bool): True if the root is the state of a subagent.
          live_id (str): identifier of the composer that names the root, or None.
        """
        super().__init__()
        self.archives = ()
        self.blob = blob
        self.is_nested = is_nested
        self.live_id = live_id
        self.message_chain = 0
        self.owner = _NO_OWNER
        self.started_ms = None
        self.timing_count = 0
        self.turn_chain = 0
        self.user_chain = 0


class BlobIndex:
    """Index of the blobs of a store.

    Attributes:
      kind_counts (dict[str, int]): number of blobs per kind.
      number_of_blobs (int): number of blobs.
      search (IdentifierSearch): search for the conversations that were deleted.
    """

    def __init__(self, wanted_ids=()):
        """Initializes an index.

        Args:
          wanted_ids (Optional[list[str]]): identifiers of the conversations that should
              be looked for in the text of JSON messages: those that were deleted.
        """
        super().__init__()
        # Blobs are numbered in the order in which they are first seen or named.
        self._identifiers = identifiers.IdentifierTable()
        self._kinds = bytearray()

        self._archives = {}
        self._message_chains = chains.ChainTable()
        self._nested_keys = set()
        self._owner_ids = []
        self._owners = {}
        self._roots = []
        self._step_chains = chains.ChainTable()
        self._step_owners = {}
        self._turn_chains = chains.ChainTable()
        self._turns = {}
        self._user_chains = chains.ChainTable()
        self._users = {}
        self._weak_owners = {}
        self.kind_counts = {}
        self.number_of_blobs = 0
        self.search = mentions.IdentifierSearch(wanted_ids)

        self._is_finished = False
        self._conversations = []
        # Numbers of the roots with turns per group, and of those without per chain.
        self._message_roots = {}
        self._user_roots = {}
        self._reached_messages = bytearray()
        self._reached_turns = set()

    def AddBlob(self, identifier, data):
        """Adds a blob. The data is not kept.

        Args:
          identifier (str): identifier, 64 hexadecimal digits.
          data (bytes): data.

        Returns:
          tuple[int, Message]: kind and the parsed message; None and None if the blob
              was added before or has no identifier.
        """
        key = _GetKey(identifier)
        if key is None:
            return None, None
        blob = self._GetBlob(key)
        if self._kinds[blob] != classify.KIND_ABSENT:
            return None, None

        kind, message = classify.Classify(data)
        self._kinds[blob] = kind
        self.number_of_blobs += 1

        if kind == classify.KIND_ROOT:
            self._AddRoot(message, blob=blob)
            if not message.turns:
                # A root without turns may be an archive.
                archive = classify.ParseArchive(data)
                if archive is not None:
                    self._AddArchive(blob, archive)
        elif kind == classify.KIND_TURN:
            self._AddTurn(blob, message)
        elif kind == classify.KIND_STEP:
            self._AddStep(blob, message)
        elif kind == classify.KIND_USER_MESSAGE:
            self._AddUser(blob, message)
        elif kind == classify.KIND_MESSAGE:
            self._AddMessage(blob, data)
        elif kind == classify.KIND_ARCHIVE:
            self._AddArchive(blob, message)
        elif kind == classify.KIND_SUBAGENT:
            self._AddRoot(message.conversation_state, blob=blob, is_nested=True)
        return kind, message

    def AddLiveRoot(self, composer_id, data, root_id=None):
        """Adds the root that a composer that is not deleted names.

        Args:
          composer_id (str): identifier of the composer.
          data (bytes): data of the root.
          root_id (Optional[str]): identifier of the root, if it has another than the
              hash of the data.
        """
        state, _ = schema.Parse("ConversationStateStructure", data)
        if state is not None:
            key = _GetKey(root_id) or hashlib.sha256(data).digest()
            self._AddRoot(state, blob=self._GetBlob(key), live_id=composer_id)

    def Finish(self):
        """Determines the conversations, after the last blob was added."""
        if self._is_finished:
            return
        self._is_finished = True
        for kind, name in classify.KIND_NAMES.items():
            count = self._kinds.count(kind)
            if count:
                self.kind_counts[name] = count

        self._roots = self._CheckRoots()
        self._MarkReached()
        self._SetUserChains()
        self._FindConversations()

    def GetConversations(self):
        """Retrieves the conversations.

        Returns:
          list[TreeConversation]: conversations, those of one group together.
        """
        self.Finish()
        return self._conversations

    def GetOrphanMessageIds(self):
        """Retrieves the JSON messages that no root reaches.

        Yields:
          tuple[str, list[str]]: identifier of the message and the identifiers of the
              wanted conversations that occur in its text.
        """
        self.Finish()
        for blob, kind in enumerate(self._kinds):
            if kind == classify.KIND_MESSAGE and not self._reached_messages[blob]:
                owner_ids = [
                    self._owner_ids[owner] for owner in self._weak_owners.get(blob, ())
                ]
                yield self._identifiers.Get(blob).hex(), owner_ids

    def GetOrphanTurns(self):
        """Retrieves the turns that no root holds.

        Of the versions of a turn the one with the most steps is retrieved, unless a
        root holds a version with as many.

        Returns:
          list[OrphanTurn]: turns, by conversation as far as known, then by time.
        """
        self.Finish()
        reached_counts = {}
        for blob in self._reached_turns:
            user, step_chain = self._turns.get(blob, (None, 0))
            if user is not None:
                reached_counts[user] = max(
                    reached_counts.get(user, 0), self._step_chains.lengths[step_chain]
                )

        best_turns = {}
        for blob, (user, step_chain) in self._turns.items():
            if blob in self._reached_turns:
                continue
            step_count = self._step_chains.lengths[step_chain]
            if step_count <= reached_counts.get(user, -1):
                continue
            key = blob if user is None else user
            best_blob = best_turns.get(key)
            if best_blob is None or step_count > (
                self._step_chains.lengths[self._turns[best_blob][1]]
            ):
                best_turns[key] = blob

        orphan_turns = []
        for blob in best_turns.values():
            user, step_chain = self._turns[blob]
            orphan_turn = OrphanTurn(self._identifiers.Get(blob).hex())
            orphan_turn.step_count = self._step_chains.lengths[step_chain]
            owner = self._GetStepOwner(step_chain)
            if owner != _NO_OWNER:
                orphan_turn.owner_id = self._owner_ids[owner]
            if user is not None:
                orphan_turn.user_message_id = self._identifiers.Get(user).hex()
                started_ms, state = self._users.get(user, (None, None))
                orphan_turn.started_ms = started_ms
                if state is not None:
                    orphan_turn.state_root_id = self._identifiers.Get(state).hex()
            sort_key = (
                orphan_turn.owner_id or "\uffff",
                orphan_turn.started_ms is None,
                orphan_turn.started_ms or 0,
                blob,
            )
            orphan_turns.append((sort_key, orphan_turn))
        orphan_turns.sort(key=lambda item: item[0])
        return [orphan_turn for _, orphan_turn in orphan_turns]

    def GetRootIds(self, conversation):
        """Retrieves the roots of a conversation.

        Args:
          conversation (TreeConversation): conversation.

        Returns:
          list[str]: identifiers of the roots in order, the final root the last.
        """
        final_root = self._roots[conversation.root_index]
        members = []
        if final_root.user_chain:
            path = set(self._user_chains.GetPath(final_root.user_chain))
            for index in self._user_roots.get(conversation.group, ()):
                if self._roots[index].user_chain in path:
                    members.append(index)
        for chain in self._message_chains.GetPath(final_root.message_chain):
            members.extend(self._message_roots.get(chain, ()))

        members = [
            (self._GetRootOrder(index), self._roots[index].blob)
            for index in members
            if self._roots[index].blob is not None
        ]
        members.sort()

        blobs = [blob for _, blob in members if blob != final_root.blob]
        if final_root.blob is not None:
            blobs.append(final_root.blob)
        return [self._identifiers.Get(blob).hex() for blob in dict.fromkeys(blobs)]

    def _AddArchive(self, blob, message):
        """Adds an archive.

        Args:
          blob (int): number of the blob.
          message (Message): ConversationSummaryArchive message.
        """
        references = list(message.summarized_messages)
        if message.summary_message:
            references.append(message.summary_message)
        self._archives[blob] = self._message_chains.Add(
            self._GetBlobs(references), series="archives"
        )

    def _AddMessage(self, blob, data):
        """Adds a JSON message.

        Args:
          blob (int): number of the blob.
          data (bytes): data.
        """
        owner_ids = self.search.Find(data)
        if owner_ids:
            self._weak_owners[blob] = tuple(map(self._GetOwner, sorted(owner_ids)))

    def _AddRoot(self, state, blob=None, is_nested=False, live_id=None):
        """Adds a root.

        Args:
          state (Message): ConversationStateStructure message.
          blob (Optional[int]): number of the blob, None if stored elsewhere.
          is_nested (Optional[bool]): True if the root is the state of a subagent.
          live_id (Optional[str]): identifier of the composer that names the root.
        """
        root = _Root(blob, is_nested, live_id)
        root.archives = tuple(
            self._GetBlobs([*state.summary_archives, state.summary_archive])
        )
        root.message_chain = self._message_chains.Add(
            self._GetBlobs(state.root_prompt_messages_json), series=is_nested
        )
        if state.HasField("goal_state"):
            owner_id = schema.GetText(state.goal_state, "conversation_id")
            if owner_id:
                root.owner = self._GetOwner(owner_id)
        root.started_ms = agent_times.GetMilliseconds(
            state, "conversation_started_timestamp_ms"
        )
        root.timing_count = len(state.turn_timings)
        root.turn_chain = self._turn_chains.Add(
            self._GetBlobs(state.turns), series=is_nested
        )
        if is_nested:
            # Every root holds the subagents that the one before it holds.
            key = (root.archives, root.message_chain, root.turn_chain)
            if key in self._nested_keys:
                return
            self._nested_keys.add(key)
        self._roots.append(root)

        for entry in state.subagent_states:
            if entry.value.HasField("conversation_state"):
                self._AddRoot(entry.value.conversation_state, is_nested=True)

    def _AddStep(self, blob, message):
        """Adds a step.

        Args:
          blob (int): number of the blob.
          message (Message): ConversationStep message.
        """
        if message.WhichOneof("message") == "tool_call":
            owner_id = tools.ReadShellConversation(message.tool_call)
            if owner_id:
                self._step_owners[blob] = self._GetOwner(owner_id)

    def _AddTurn(self, blob, message):
        """Adds a turn.

        Args:
          blob (int): number of the blob.
          message (Message): ConversationTurnStructure message.
        """
        agent_turn = message.agent_conversation_turn
        user = agent_turn.user_message or message.shell_conversation_turn.shell_command
        users = self._GetBlobs([user])
        self._turns[blob] = (
            users[0] if users else None,
            self._step_chains.Add(self._GetBlobs(agent_turn.steps)),
        )

    def _AddUser(self, blob, message):
        """Adds a user message.

        Args:
          blob (int): number of the blob.
          message (Message): UserMessage message.
        """
        states = self._GetBlobs([message.conversation_state_blob_id])
        self._users[blob] = (
            agent_times.GetMilliseconds(message, "started_at_ms"),
            states[0] if states else None,
        )

    def _CheckRoots(self):
        """Checks which roots are roots.

        Returns:
          list[_Root]: roots of which the store has a blob that they name, and that no
              root names as an archive.
        """
        present_chains = [
            self._GetPresentChains(table)
            for table in (self._message_chains, self._turn_chains)
        ]
        archives = set()
        for root in self._roots:
            archives.update(root.archives)

        roots = []
        for root in self._roots:
            if root.live_id and self._kinds[root.blob] == classify.KIND_ABSENT:
                # The root is in the record of the composer only.
                root.blob = None
            if root.blob in archives and not root.turn_chain and not root.live_id:
                continue
            if (
                root.live_id
                or present_chains[0][root.message_chain]
                or present_chains[1][root.turn_chain]
                or any(self._kinds[archive] for archive in root.archives)
            ):
                roots.append(root)
        return roots

    def _FindConversations(self):
        """Finds the conversations among the roots."""
        turn_owners, turn_owner_sets = self._GetTurnOwners()
        message_owner_sets = self._GetMessageOwners()

        # The best root at every place in the chains, and which places are continued.
        user_roots = {}
        message_roots = {}
        for index, root in enumerate(self._roots):
            if root.is_nested:
                continue
            best_roots = user_roots if root.user_chain else message_roots
            chain = root.user_chain or root.message_chain
            best_index = best_roots.get(chain)
            if best_index is None or (
                self._GetRootOrder(index) > self._GetRootOrder(best_index)
            ):
                best_roots[chain] = index

        continued = bytearray(len(self._user_chains))
        for chain in user_roots:
            parent = self._user_chains.parents[chain]
            while parent > 0 and not continued[parent]:
                continued[parent] = 1
                parent = self._user_chains.parents[parent]

        # Messages at which a root with turns, or a longer root without, begins.
        message_marks = bytearray(len(self._message_chains))
        for index in user_roots.values():
            message_marks[self._roots[index].message_chain] = 1
        for root in self._roots:
            if root.user_chain and not root.is_nested:
                message_marks[root.message_chain] = 1
        for chain in message_roots:
            parent = self._message_chains.parents[chain]
            if parent > 0:
                message_marks[parent] = 1
        self._message_chains.MarkBeginnings(message_marks)

        groups = self._GetGroups()
        live_roots = {}
        for index, root in enumerate(self._roots):
            if root.live_id:
                chain = root.user_chain
                live_roots.setdefault(chain, []).append(root.live_id)

        leaves = [
            (groups.Find(self._user_chains.elements[chain]), index)
            for chain, index in user_roots.items()
            if not continued[chain]
        ]
        # Without turns: every root that none continues is a conversation of its own.
        leaves += [
            (-1 - index, index)
            for chain, index in message_roots.items()
            if not message_marks[chain] or self._roots[index].live_id
        ]
        group_sizes = {}
        for group, _ in leaves:
            group_sizes[group] = group_sizes.get(group, 0) + 1

        group_numbers = {}
        for group, index in sorted(
            leaves, key=lambda leaf: (self._GetFirstBlob(leaf[1]), leaf[1])
        ):
            root = self._roots[index]
            conversation = TreeConversation()
            conversation.branch_count = group_sizes[group]
            conversation.group = group_numbers.setdefault(group, len(group_numbers))
            conversation.root_index = index
            if root.blob is not None:
                conversation.final_root_id = self._identifiers.Get(root.blob).hex()
            conversation.started_ms = root.started_ms
            conversation.turn_count = self._turn_chains.lengths[root.turn_chain]

            owners = turn_owner_sets[root.turn_chain]
            owner = turn_owners[root.turn_chain]
            if root.owner != _NO_OWNER:
                owners = owners | {root.owner}
                owner = root.owner
            if owner != _NO_OWNER:
                conversation.owner_id = self._owner_ids[owner]
            conversation.owner_ids = sorted(self._owner_ids[item] for item in owners)

            weak_owners = set(message_owner_sets[root.message_chain])
            for archive in root.archives:
                chain = self._archives.get(archive)
                if chain is not None:
                    weak_owners.update(message_owner_sets[chain])
            conversation.weak_owner_ids = sorted(
                self._owner_ids[item] for item in weak_owners
            )

            if root.user_chain:
                for chain in self._user_chains.GetPath(root.user_chain):
                    conversation.live_ids.extend(live_roots.get(chain, ()))
                conversation.is_live = bool(live_roots.get(root.user_chain)) or (
                    conversation.branch_count == 1
                    and bool(conversation.live_ids)
                    and conversation.owner_id in (None, *conversation.live_ids)
                )
            elif root.live_id:
                conversation.live_ids.append(root.live_id)
                conversation.is_live = True
            self._conversations.append(conversation)

        self._conversations.sort(key=lambda conversation: conversation.group)
        for index, root in enumerate(self._roots):
            if root.is_nested:
                continue
            if not root.user_chain:
                self._message_roots.setdefault(root.message_chain, []).append(index)
                continue
            group = groups.Find(self._user_chains.elements[root.user_chain])
            self._user_roots.setdefault(group_numbers[group], []).append(index)

    def _GetBlob(self, key):
        """Retrieves the number of a blob.

        Args:
          key (bytes): identifier.

        Returns:
          int: number of the blob.
        """
        blob = self._identifiers.Add(key)
        if blob == len(self._kinds):
            self._kinds.append(classify.KIND_ABSENT)
        return blob

    def _GetBlobs(self, references):
        """Retrieves the numbers of blobs.

        Args:
          references (list[bytes]): identifiers; what is no identifier is left out.

        Returns:
          list[int]: numbers of the blobs.
        """
        return [
            self._GetBlob(reference)
            for reference in references
            if len(reference) == identifiers.IDENTIFIER_SIZE
        ]

    def _GetFirstBlob(self, index):
        """Retrieves the number of the first blob that a root names.

        Args:
          index (int): number of the root.

        Returns:
          int: number of the blob, by which conversations are in the order of the store.
        """
        root = self._roots[index]
        if root.blob is not None:
            return root.blob
        return self._turn_chains.elements[root.turn_chain]

    def _GetGroups(self):
        """Determines which user messages are of one group of branches.

        Returns:
          _Sets: sets of user messages.
        """
        groups = _Sets()
        for chain in range(1, len(self._user_chains)):
            parent = self._user_chains.parents[chain]
            if parent > 0:
                groups.Join(
                    self._user_chains.elements[parent],
                    self._user_chains.elements[chain],
                )
        return groups

    def _GetMessageOwners(self):
        """Determines which conversations occur in the text of JSON messages.

        Returns:
          list[frozenset[int]]: numbers of the conversations per chain of messages.
        """
        return _CombineSets(self._message_chains, self._weak_owners)

    def _GetOwner(self, owner_id):
        """Retrieves the number of a conversation.

        Args:
          owner_id (str): identifier of the conversation.

        Returns:
          int: number.
        """
        owner = self._owners.get(owner_id)
        if owner is None:
            owner = len(self._owner_ids)
            self._owners[owner_id] = owner
            self._owner_ids.append(owner_id)
        return owner

    def _GetPresentChains(self, table):
        """Determines which chains have an element that the store has.

        Args:
          table (ChainTable): chains.

        Returns:
          bytearray: 1 per chain with such an element.
        """
        present = bytearray(len(table))
        for chain in range(1, len(table)):
            if present[table.parents[chain]] or self._kinds[table.elements[chain]]:
                present[chain] = 1
        return present

    def _GetRootOrder(self, index):
        """Retrieves by what the roots of one conversation are put in order.

        Args:
          index (int): number of the root.

        Returns:
          tuple[int, int, int, int, int, int]: numbers of turns, of steps of the last
              turn, of archives, of messages and of timings, and number of the root.
        """
        root = self._roots[index]
        step_count = 0
        if root.turn_chain:
            _, step_chain = self._turns.get(
                self._turn_chains.elements[root.turn_chain], (None, 0)
            )
            step_count = self._step_chains.lengths[step_chain]
        return (
            self._turn_chains.lengths[root.turn_chain],
            step_count,
            len(root.archives),
            self._message_chains.lengths[root.message_chain],
            root.timing_count,
            index,
        )

    def _GetStepOwner(self, step_chain):
        """Determines which conversation the latest shell call of a turn names.

        Args:
          step_chain (int): chain of the steps.

        Returns:
          int: number of the conversation or _NO_OWNER.
        """
        while step_chain > 0:
            owner = self._step_owners.get(self._step_chains.elements[step_chain])
            if owner is not None:
                return owner
            step_chain = self._step_chains.parents[step_chain]
        return _NO_OWNER

    def _GetTurnOwners(self):
        """Determines which conversations the shell calls in turns name.

        Returns:
          tuple[array[int], list[frozenset[int]]]: number of the conversation that the
              latest shell call names, and all that are named, per chain of turns.
        """
        step_owner_sets = _CombineSets(
            self._step_chains,
            {step: (owner,) for step, owner in self._step_owners.items()},
        )
        step_owners = array.array("q", [_NO_OWNER]) * len(self._step_chains)
        for chain in range(1, len(self._step_chains)):
            step_owners[chain] = self._step_owners.get(
                self._step_chains.elements[chain],
                step_owners[self._step_chains.parents[chain]],
            )

        turn_owner_sets = _CombineSets(
            self._turn_chains,
            {
                turn: step_owner_sets[step_chain]
                for turn, (_, step_chain) in self._turns.items()
                if step_owner_sets[step_chain]
            },
        )
        turn_owners = array.array("q", [_NO_OWNER]) * len(self._turn_chains)
        for chain in range(1, len(self._turn_chains)):
            _, step_chain = self._turns.get(
                self._turn_chains.elements[chain], (None, 0)
            )
            owner = step_owners[step_chain]
            if owner == _NO_OWNER:
                owner = turn_owners[self._turn_chains.parents[chain]]
            turn_owners[chain] = owner
        return turn_owners, turn_owner_sets

    def _MarkReached(self):
        """Marks the JSON messages and the turns that roots reach."""
        message_marks = bytearray(len(self._message_chains))
        turn_marks = bytearray(len(self._turn_chains))
        for root in self._roots:
            message_marks[root.message_chain] = 1
            turn_marks[root.turn_chain] = 1
            for archive in root.archives:
                chain = self._archives.get(archive)
                if chain is not None:
                    message_marks[chain] = 1
        self._message_chains.MarkBeginnings(message_marks)
        self._turn_chains.MarkBeginnings(turn_marks)

        self._reached_messages = bytearray(len(self._identifiers))
        for chain in range(1, len(self._message_chains)):
            if message_marks[chain]:
                self._reached_messages[self._message_chains.elements[chain]] = 1
        for chain in range(1, len(self._turn_chains)):
            if turn_marks[chain]:
                self._reached_turns.add(self._turn_chains.elements[chain])

    def _SetUserChains(self):
        """Determines the user messages of the roots."""
        user_chains = array.array("q", [0]) * len(self._turn_chains)
        for chain in range(1, len(self._turn_chains)):
            turn = self._turn_chains.elements[chain]
            user, _ = self._turns.get(turn, (None, 0))
            user_chains[chain] = self._user_chains.Extend(
                user_chains[self._turn_chains.parents[chain]],
                turn if user is None else user,
            )
        for root in self._roots:
            root.user_chain = user_chains[root.turn_chain]


class _Sets:
    """Sets of numbers that are joined."""

    def __init__(self):
        """Initializes sets."""
        super().__init__()
        self._parents = {}

    def Find(self, number):
        """Finds the set of a number.

        Args:
          number (int): number.

        Returns:
          int: number that stands for the set.
        """
        root = number
        while root in self._parents:
            root = self._parents[root]
        while number != root:
            self._parents[number], number = root, self._parents[number]
        return root

    def Join(self, first_number, second_number):
        """Joins the sets of two numbers.

        Args:
          first_number (int): number.
          second_number (int): number.
        """
        first_number = self.Find(first_number)
        second_number = self.Find(second_number)
        if first_number != second_number:
            self._parents[second_number] = first_number


def _CombineSets(table, element_sets):
    """Combines the sets of the elements of chains.

    Args:
      table (ChainTable): chains.
      element_sets (dict[int, tuple[int]]): numbers per element.

    Returns:
      list[frozenset[int]]: numbers per chain, those of all of its elements.
    """
    empty_set = frozenset()
    combined_sets = [empty_set] * len(table)
    if not element_sets:
        return combined_sets
    for chain in range(1, len(table)):
        combined_set = combined_sets[table.parents[chain]]
        element_set = element_sets.get(table.elements[chain])
        if element_set and not combined_set.issuperset(element_set):
            combined_set = combined_set.union(element_set)
        combined_sets[chain] = combined_set
    return combined_sets


def _GetKey(identifier):
    """Retrieves the bytes of an identifier.

    Args:
      identifier (str): identifier or None.

    Returns:
      bytes: 32 bytes or None if it is not an identifier.
    """
    if not isinstance(identifier, str):
        return None
    try:
        key = bytes.fromhex(identifier)
    except ValueError:
        return None
    # Spaces between the digits are passed over.
    is_identifier = len(key) == identifiers.IDENTIFIER_SIZE == len(identifier) // 2
    return key if is_identifier else None
