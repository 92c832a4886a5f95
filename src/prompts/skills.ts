/** Skills: folders with a SKILL.md, which a model reads when a task fits its description. */
import { dirname, join } from "node:path";
import { errorText } from "../errors.ts";
import { lineOf, parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import type { NamedFiles } from "./named-files.ts";
import { readBounded } from "./read-bounded.ts";
import { isBelow, realOf } from "./real-place.ts";

/** A skill as a model is told of it. */
export interface Skill {
  /** The name of its folder. */
  name: string;
  description: string;
  /** Its SKILL.md. */
  path: string;
}

/** The skills there are, and what comes with them. */
export interface FoundSkills {
  skills: Skill[];
  /** Real paths that a model must be able to read to use them: each skill's folder, or its file where that lies elsewhere. */
  readable: string[];
  /** What was left out, one line each. */
  notices: string[];
}

/**
 * Reads the front matter of all skills. One without a description, or with front matter that cannot be read, is named in a
 * notice and left out; so is one of the project that is a link to a place outside it, for a model may read what it
 * leads to. Does not throw.
 */
export async function readSkills(files: NamedFiles, projectFolder: string): Promise<FoundSkills> {
  const found: FoundSkills = { skills: [], readable: [], notices: [] };
  const ofProject = join(projectFolder, ".letscode");
  const project = realOf(projectFolder);
  for (const { name, path } of files.all()) {
    const folder = realOf(dirname(path));
    const places = isBelow(folder, realOf(path)) ? [folder] : [folder, realOf(path)];
    try {
      if (isBelow(ofProject, path) && !places.every((place) => isBelow(project, place)))
        throw new Error("it is a link out of the project");
      found.skills.push({ name, path, description: await describe(name, path, found.notices) });
      found.readable.push(...places);
    } catch (error) {
      found.notices.push(`${path}: this skill is left out: ${errorText(error)}`);
    }
  }
  return found;
}

async function describe(name: string, path: string, notices: string[]): Promise<string> {
  const read = readBounded(path);
  if (read === undefined) throw new Error("it is gone");
  if ("problem" in read) throw new Error(read.problem);
  const { yaml } = splitFrontMatter(read.text);
  const fields = yaml === undefined ? {} : await parseFrontMatter(yaml);
  const description = lineOf(fields.description);
  if (description === undefined) throw new Error("its front matter has no description: TEXT");
  const called = lineOf(fields.name);
  if (called !== undefined && called !== name)
    notices.push(
      `${path}: this skill is called ${name}, as its folder is, and not ${JSON.stringify(called)}`,
    );
  return description;
}

/** The part of the system prompt that lists them; undefined when there are none. */
export function skillsSection(skills: readonly Skill[]): string | undefined {
  if (skills.length === 0) return undefined;
  return [
    "Skills are instructions for particular tasks. When a task fits a description, read the skill's file with read before you begin. Paths in it are relative to its folder.",
    "",
    ...skills.map(({ name, description, path }) => `- ${name}: ${description} (${path})`),
  ].join("\n");
}
