/** What one source file says, as far as the rules of the house ask. */
import ts from "typescript";

/** One import, export-from or `import()`. */
export interface Import {
  specifier: string;
  line: number;
  /** Gone at run time. */
  typeOnly: boolean;
  /** An `import()`: loaded only when it is reached. */
  lazy: boolean;
}

/** A name as an expression uses it: not declared here as a property, not after a dot. */
export interface Use {
  name: string;
  line: number;
  /** The property read from it, as in `name.property`; `new()` for a `new` without arguments; undefined for the rest. */
  property: string | undefined;
}

/** A file of src, read. */
export interface SourceFacts {
  /** Relative to src, with `/`. */
  path: string;
  lineCount: number;
  imports: Import[];
  uses: Use[];
  /** Lines with a default export. */
  defaultExports: number[];
  /** Lines with a top-level `let` or `var`. */
  moduleState: number[];
}

/** Reads a TypeScript or JavaScript source. */
export function readSource(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const facts: SourceFacts = {
    path,
    lineCount: text.replace(/\n$/, "").split("\n").length,
    imports: [],
    uses: [],
    defaultExports: [],
    moduleState: [],
  };
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;

  for (const statement of file.statements) {
    if (isDefaultExport(statement)) facts.defaultExports.push(lineOf(statement));
    if (ts.isVariableStatement(statement) && !(statement.declarationList.flags & ts.NodeFlags.Const))
      if (!isAmbient(statement)) facts.moduleState.push(lineOf(statement));
  }
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) facts.imports.push({ ...found, line: lineOf(node) });
    if (ts.isIdentifier(node) && isUse(node))
      facts.uses.push({ name: node.text, line: lineOf(node), property: propertyOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return facts;
}

function importOf(node: ts.Node): Omit<Import, "line"> | undefined {
  if (ts.isImportDeclaration(node))
    return {
      specifier: textOf(node.moduleSpecifier),
      typeOnly: node.importClause?.isTypeOnly ?? false,
      lazy: false,
    };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier)
    return { specifier: textOf(node.moduleSpecifier), typeOnly: node.isTypeOnly, lazy: false };
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return { specifier: textOf(node.argument.literal), typeOnly: true, lazy: false };
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return { specifier: textOf(node.arguments[0]), typeOnly: false, lazy: true };
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "require")
    return { specifier: textOf(node.arguments[0]), typeOnly: false, lazy: false };
  return undefined;
}

function textOf(node: ts.Node | undefined): string {
  return node && ts.isStringLiteralLike(node) ? node.text : "(computed)";
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  if (
    ts.isExportDeclaration(statement) &&
    statement.exportClause &&
    ts.isNamedExports(statement.exportClause)
  )
    return statement.exportClause.elements.some((element) => element.name.text === "default");
  return hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
}

function isAmbient(statement: ts.Statement): boolean {
  return hasModifier(statement, ts.SyntaxKind.DeclareKeyword);
}

function hasModifier(statement: ts.Statement, kind: ts.SyntaxKind): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement)?.some((modifier) => modifier.kind === kind) ?? false)
  );
}

function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent) || ts.isTypeReferenceNode(parent)) return false;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) return parent.name !== node;
  if (ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent)) return false;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node;
  return !ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent) && !ts.isImportClause(parent);
}

function propertyOf(node: ts.Identifier): string | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text;
  if (ts.isNewExpression(parent) && !parent.arguments?.length) return "new()";
  if (ts.isElementAccessExpression(parent) && parent.expression === node) {
    const key = textOf(parent.argumentExpression);
    return key === "(computed)" ? undefined : key;
  }
  return undefined;
}
