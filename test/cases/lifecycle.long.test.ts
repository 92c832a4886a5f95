import { expect, it } from "vitest";
import { inRoom } from "./room.ts";
import { runSteerRounds } from "./steer-rounds.ts";

const ROUNDS = 300;

it(
  `a steer that comes at the last moment reaches the provider once, in order, in ${ROUNDS} rounds [B10]`,
  inRoom(async (room) => {
    const seed = Number(process.env.LETSCODE_SEED ?? Math.floor(Math.random() * 2 ** 31));
    expect(await runSteerRounds(room, ROUNDS, seed), `LETSCODE_SEED=${seed}`).toEqual({
      prompts: [...Array.from({ length: ROUNDS }, (_, round) => `prompt ${round}`), "prompt last"],
      steers: Array.from({ length: ROUNDS }, (_, round) => `steer ${round}`),
      stranded: [],
    });
  }),
  120_000,
);
