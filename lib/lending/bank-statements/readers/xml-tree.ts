import sax from "sax";
import { type Place, unreadable } from "./unreadable";

/** An element by its local name: prefixes and name spaces change with the version, not with the meaning. */
export type XmlNode = {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
  at: Place;
};

/** Far beyond any statement's: a file of nothing but tags takes no more memory than one of lines. */
const most = { depth: 60, elements: 500_000 };

/** Given to the parser piece by piece, since it measures what it holds, such as an endless tag, between pieces. */
const pieceLength = 32_768;

/** Takes no document type, so no entity of its own: none grows, and none names a file or an address. */
export function readXml(text: string): XmlNode {
  const xml = sax.parser(true, { position: true });
  const root: XmlNode = { name: "", attributes: {}, children: [], text: "", at: { line: 1 } };
  const open = [root];
  let elements = 0;
  const place = () => ({ line: xml.line + 1, column: xml.column + 1 });
  const inner = () => open.at(-1) ?? root;

  xml.ondoctype = () => {
    throw unreadable("The file has a document type (DOCTYPE). Statements have none, and it is not read.", place());
  };
  xml.onerror = (error) => {
    const [first = ""] = error.message.split("\n");
    throw unreadable(`The file is not well-formed XML: ${first}.`, place());
  };
  xml.onopentag = ({ name, attributes }) => {
    elements += 1;
    if (open.length > most.depth || elements > most.elements) {
      throw unreadable("The file has more elements than any statement.", place());
    }
    const node = { name: localName(name), attributes: texts(attributes), children: [], text: "", at: place() };
    inner().children.push(node);
    open.push(node);
  };
  xml.onclosetag = () => {
    open.pop();
  };
  xml.ontext = xml.oncdata = (piece) => {
    inner().text += piece;
  };
  for (let start = 0; start < text.length; start += pieceLength) xml.write(text.slice(start, start + pieceLength));
  xml.close();
  const [document] = root.children;
  if (!document) throw unreadable("The file is empty.");
  return document;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function texts(attributes: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]));
}

/** The elements at the end of a path. */
export function nodesAt(node: XmlNode, ...path: string[]): XmlNode[] {
  return path.reduce(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((one) => one.name === name)),
    [node],
  );
}

export function nodeAt(node: XmlNode, ...path: string[]): XmlNode | undefined {
  return nodesAt(node, ...path)[0];
}

/** Trimmed; undefined where there is none, or nothing in it. */
export function textAt(node: XmlNode, ...path: string[]): string | undefined {
  return nodeAt(node, ...path)?.text.trim() || undefined;
}
