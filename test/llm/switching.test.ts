/** A conversation that moves between models: each takes what it can of it, and refuses nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import { visibleMessages } from "../../src/agent/visible.ts";
import type { ThinkingLevel } from "../../src/llm/client.ts";
import type { Tool } from "../../src/tools/tool.ts";
import type { ImageBlock } from "../../src/wire/messages.ts";
import { HANG, type ProviderServer } from "../loopback/provider-server.ts";
import { anyConversation, anySteps, bodyOf, judgedModel } from "./any-conversation.ts";
import { COUNTS, type Part, sealOf, type Voice, whole } from "./voices/voice.ts";
import { VOICES } from "./voices/voices.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
const image: ImageBlock = { type: "image", mime_type: "image/png", data: PIXEL };
const look: Tool = {
  name: "look",
  description: "Looks.",
  parameters: { type: "object", properties: { at: { type: "string" } } },
  access: () => ({ kind: "read" }),
  execute: async ({ at }) => ({ content: [{ type: "text", text: `seen ${at}` }, image] }),
};

const thought = ({ name }: Voice, n: number) => `Thought ${n} of ${name}.`;

/** A turn in which a model thinks, calls, and says what it saw; every piece of thinking can be told from all others. */
function turn(voice: Voice, n: number): string[][] {
  const { name } = voice;
  const thinking = (seal: number): Part => ({
    thinking: [thought(voice, seal)],
    seal: sealOf(name, seal),
  });
  const call: Part = {
    call: `call_${name}_${n}`,
    name: "look",
    pieces: [`{"at":"${name} ${n}"}`],
    seal: sealOf(name, `call${n}`),
  };
  return [
    whole(voice, [thinking(n), call]),
    whole(voice, [thinking(n + 1), { text: [`Done ${n} by ${name}.`] }]),
  ];
}

const pairs = VOICES.flatMap((from) =>
  VOICES.flatMap((to): [string, string, Voice, Voice][] =>
    from === to ? [] : [[from.name, to.name, from, to]],
  ),
);

/** Runs one conversation on two servers. */
async function between(
  from: Voice,
  to: Voice,
  use: (agent: Agent, servers: { from: ProviderServer; to: ProviderServer }) => Promise<void>,
) {
  await from.withServer({}, (one) =>
    to.withServer({}, async (other) => {
      const agent = new Agent({ model: from.open(one), tools: [look], thinking: "medium" });
      await use(agent, { from: one, to: other });
    }),
  );
}

describe.each(pairs)("from %s to %s and back", (_from, _to, from, to) => {
  test("nothing is refused, foreign thinking stays away, one's own comes back", async () => {
    await between(from, to, async (agent, servers) => {
      const done = { error: null, stop_reason: "end_turn" };
      servers.from.reply(...turn(from, 1));
      expect(await agent.prompt("What is this?", [image])).toEqual(done);

      servers.from.reply([
        ...from.begin(COUNTS),
        ...from.content([{ text: ["Never fini"] }]).slice(0, 3),
        HANG,
      ]);
      const stop = agent.subscribe(({ type }) => {
        if (type === "message_update") void agent.abort();
      });
      expect(await agent.prompt("And this?")).toMatchObject({ stop_reason: "aborted" });
      stop();

      agent.setModel(to.open(servers.to));
      servers.to.reply(...turn(to, 3));
      expect(await agent.prompt("You tell me.", [image])).toEqual(done);

      agent.setModel(from.open(servers.from));
      servers.from.reply(...turn(from, 5));
      expect(await agent.prompt("Once more.")).toEqual(done);

      const sent = [...servers.from.requests, ...servers.to.requests];
      expect(sent.map(({ complaint }) => complaint)).toEqual(sent.map(() => undefined));
      expect([servers.from.requests.length, servers.to.requests.length]).toEqual([5, 2]);

      const [seen = "", back = ""] = [servers.to.requests[1], servers.from.requests.at(-1)].map(
        (one) => one?.text,
      );
      for (const text of [seen, back]) {
        for (const said of ["What is this?", "And this?", "You tell me.", `Done 1 by ${from.name}.`])
          expect(text).toContain(said);
        expect(text).toContain(`seen ${from.name} 1`);
        expect(text).not.toContain("Never fini");
        expect(text.split(PIXEL).length - 1).toBeGreaterThanOrEqual(4);
      }
      expect(seen).not.toContain(sealOf(from.name, ""));
      expect(seen).not.toContain(`of ${from.name}.`);
      expect(back).not.toContain(sealOf(to.name, ""));
      expect(back).not.toContain(`of ${to.name}.`);
      expect(back).toContain(`Done 3 by ${to.name}.`);
      for (const n of [1, 2, 5]) {
        expect(back).toContain(thought(from, n));
        if (from.name !== "chat") expect(back).toContain(sealOf(from.name, n));
      }
    });
  });
});

const fail: Tool = {
  ...look,
  name: "fail",
  execute: async () => {
    throw new Error("no");
  },
};
const tools = [look, fail];

/** Seals of other dialects than this one. */
const foreignSeals = (voice: Voice) =>
  VOICES.flatMap(({ name }) => (name === voice.name ? [] : [sealOf(name, "")]));

test("whatever the history of all providers, each takes it, and sees no other's seals", async () => {
  const anyThinking = fc.constantFrom<ThinkingLevel[]>("off", "low", "medium", "high");
  await fc.assert(
    fc.asyncProperty(anyConversation, anyThinking, async (history, thinking) => {
      const messages = await visibleMessages(
        history,
        {},
        { signal: new AbortController().signal, emit: () => {} },
      );
      for (const voice of VOICES) {
        const body = bodyOf(voice, { system: "Help.", messages, tools, thinking });
        expect({ [voice.name]: voice.complaint(body) }).toEqual({ [voice.name]: undefined });
        for (const seal of foreignSeals(voice)) expect(body.toString()).not.toContain(seal);
      }
    }),
    { numRuns: 400 },
  );
});

test("whatever happens while the model of an agent changes, no request is refused", async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const complaints: unknown[] = [];
      const judge = (complaint: unknown) => void (complaint && complaints.push(complaint));
      const models = steps.map(({ voice, answers }) => judgedModel(voice, answers, judge));
      let agent: Agent | undefined;
      for (const [at, { prompt, image: withImage, thinking }] of steps.entries()) {
        const model = models[at];
        if (model === undefined) continue;
        agent ??= new Agent({ model, tools, systemPrompt: "Help." });
        agent.setModel(model);
        agent.setThinking(thinking);
        await agent.prompt(prompt, withImage ? [image] : []);
      }
      expect(complaints).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
