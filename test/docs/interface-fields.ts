/** The fields of interfaces, as the source has them. */
import ts from "typescript";
import { read } from "./pages.ts";

/** The fields of an interface, `?` behind those that may be missing. Those that it inherits are not among them. */
export function fieldsOf(name: string, file: string): string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} has no interface ${name}`);
  return found.members.map((member) => `${member.name?.getText()}${member.questionToken ? "?" : ""}`);
}
