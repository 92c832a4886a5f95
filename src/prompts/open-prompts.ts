/** Everything people wrote for the agent of one conversation. */
import { join } from "node:path";
import { instructionsSection, readInstructions } from "./instructions.ts";
import { createNamedFiles, type NamedFiles, SKILL_NAMING, TEMPLATE_NAMING } from "./named-files.ts";
import { readSkills, skillsSection } from "./skills.ts";

/** Where it is looked for. All paths are absolute. */
export interface PromptPlaces {
  /** The folder the tools work in. */
  workspace: string;
  home: string;
  /** The folder of the user's own configuration. */
  configFolder?: string | undefined;
  /** The folder whose `.letscode/` may count. */
  projectFolder: string;
  /** Whether it does: without trust, nothing of it is used. */
  trusted: boolean;
  /** The names of the tools at hand. Without `read`, a model is told of no skills; they are slash commands all the same. */
  tools: readonly string[];
}

/** What was found. */
export interface Prompts {
  /** Parts of the system prompt, in order, behind what it says of itself. */
  sections: string[];
  /** What slash commands are made of. */
  templates: NamedFiles;
  skills: NamedFiles;
  /** Real paths outside the workspace that may be read as if they were inside. */
  readableFolders: string[];
  /** What was left out, one line each. */
  notices: string[];
}

/** Looks for all of it. A few looks at the file system when there is nothing. Does not throw. */
export async function openPrompts(places: PromptPlaces): Promise<Prompts> {
  const folders = [
    ...(places.trusted ? [join(places.projectFolder, ".letscode")] : []),
    ...(places.configFolder === undefined ? [] : [places.configFolder]),
  ];
  const named = (kind: string) => folders.map((folder) => join(folder, kind));
  const skills = createNamedFiles(named("skills"), SKILL_NAMING);
  const instructions = readInstructions(places);
  const listed = places.tools.includes("read")
    ? await readSkills(skills, places.projectFolder)
    : { skills: [], readable: [], notices: [] };
  const sections = [instructionsSection(instructions.files), skillsSection(listed.skills)];
  return {
    sections: sections.filter((section) => section !== undefined),
    templates: createNamedFiles(named("prompts"), TEMPLATE_NAMING),
    skills,
    readableFolders: listed.readable,
    notices: [...instructions.notices, ...listed.notices],
  };
}
