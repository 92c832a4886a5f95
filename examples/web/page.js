/** Shows the events of a session as they come. Whatever a model, a tool or a person says becomes text, never markup. */
const $ = (id) => document.getElementById(id);
const [log, questions, form, text, stop, state] = ["log", "questions", "form", "text", "stop", "state"].map(
  $,
);

/** Where the pieces of each message and each call go, by id. */
const shown = new Map();

function show(kind, words = "", id) {
  const element = document.createElement(kind === "tool" ? "div" : "article");
  element.className = kind;
  element.append(words);
  log.append(element);
  if (id) shown.set(id, element);
  element.scrollIntoView({ block: "end" });
  return element;
}

function showMessage({ id, role, content }) {
  const words = content?.map((block) => (block.type === "text" ? block.text : "")).join("") ?? "";
  if (role === "user" || role === "assistant") show(role, words, id);
}

function running(is) {
  state.value = is ? "working" : "ready";
  stop.disabled = !is;
  $("send").disabled = is;
}

const heed = {
  agent_start: () => running(true),
  message_start: ({ message }) => showMessage(message),
  message_update({ message, stream_event: piece }) {
    if (piece.type === "text_delta") shown.get(message.id)?.append(piece.delta);
  },
  tool_execution_start({ tool_call_id, tool_name, arguments: args }) {
    show("tool", `… ${tool_name} ${JSON.stringify(args)}`, tool_call_id);
  },
  tool_execution_end({ tool_call_id, tool_name, result }) {
    const line = shown.get(tool_call_id);
    if (line) line.textContent = line.textContent.replace("…", result.is_error ? "✗" : "✓");
    if (line && result.is_error)
      line.append(`\n${result.content.map((block) => block.text ?? tool_name).join("")}`);
  },
  retry: ({ reason, delay_seconds }) => show("tool", `again in ${delay_seconds} s: ${reason}`),
  error: ({ error }) => show("failure", error),
  agent_end({ stop_reason }) {
    if (stop_reason === "aborted") show("tool", "stopped");
    running(false);
  },
  gap({ messages }) {
    log.replaceChildren();
    for (const message of messages) showMessage(message);
  },
};

const events = new EventSource("events");
events.onopen = () => running(false);
events.onerror = () => {
  state.value = "connecting";
};
events.onmessage = ({ data }) => {
  const event = JSON.parse(data);
  heed[event.type]?.(event);
};
events.addEventListener("failure", ({ data }) => show("failure", JSON.parse(data).message));
events.addEventListener("question", ({ data }) => ask(JSON.parse(data)));
events.addEventListener("settled", ({ data }) =>
  document.getElementById(`q-${JSON.parse(data).id}`)?.remove(),
);

function ask({ id, tool_name, arguments: args, reason }) {
  if (document.getElementById(`q-${id}`)) return;
  const box = document.createElement("div");
  box.className = "question";
  box.id = `q-${id}`;
  box.append(`May it run ${tool_name} ${JSON.stringify(args)}?\n${reason}\n`);
  for (const [decision, words] of [
    ["allow", "Allow"],
    ["deny", "Deny"],
  ]) {
    const button = document.createElement("button");
    button.textContent = words;
    button.onclick = () => post("answer", { id, decision });
    box.append(button);
  }
  questions.append(box);
}

async function post(path, body = {}) {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) show("failure", await response.text());
}

form.onsubmit = (submit) => {
  submit.preventDefault();
  post("send", { text: text.value });
  text.value = "";
};
text.onkeydown = (key) => {
  if (key.key === "Enter" && !key.shiftKey) {
    key.preventDefault();
    form.requestSubmit();
  }
};
stop.onclick = () => post("abort");
