import PDFDocument from "pdfkit";
import type { AgreementContent, DocumentSection } from "@/lib/terms/agreements";
import { openNotoSans } from "./noto-sans";
import { momentInWords } from "./words";

export type Acceptance = {
  by: string;
  /** ISO 8601, UTC. */
  at: string;
  from: string | null;
  tokenId: string | null;
};

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** In points. Large, since most will read it on a phone. */
const size = { text: 14, footer: 11 };
const sizeOf = { H1: 26, H2: 22, H3: 16 };
const lines = { lineGap: 3 };

/** At least as high as a row of one line. */
const rowRoom = 40;
const margin = 54;
const colour = { text: "#1c1917", quiet: "#57534e", line: "#a8a29e" };

let fonts: { regular: Uint8Array; bold: Uint8Array } | undefined;

/** Tagged, so that it can be read aloud (PDF/UA). The same content and acceptance give the same bytes. */
export async function makeAgreementPdf(
  content: AgreementContent,
  acceptance: Acceptance,
): Promise<Buffer<ArrayBuffer>> {
  const { facts, keyFacts, terms, templateVersion } = content;
  const title = `Loan agreement ${facts.reference}`;
  const foot = `${facts.reference} · template ${templateVersion}`;
  return makePdf({ title, at: acceptance.at, foot }, (doc, root) => {
    paragraph(doc, root, `Between ${facts.lender} and ${facts.borrower}, through ${facts.marketplace}.`);
    if (facts.test) paragraph(doc, root, "This is test data: no money is lent.", "bold");
    part(doc, root, "Key facts", keyFacts);
    part(doc, root, "Terms", terms);
    heading(doc, root, "H2", "Acceptance", rowRoom);
    rows(doc, root, acceptanceRows(acceptance));
  });
}

/** What every document has: its title, when it came about (ISO 8601), and a line at the foot of each page. */
type Frame = { title: string; at: string; foot: string };

export function makeSectionsPdf(
  document: Frame & { lead: readonly string[]; sections: readonly DocumentSection[] },
): Promise<Buffer<ArrayBuffer>> {
  const { lead, sections, ...frame } = document;
  return makePdf(frame, (doc, root) => {
    for (const text of lead) paragraph(doc, root, text, "bold");
    for (const section of sections) write(doc, root, section, "H2");
  });
}

function makePdf({ title, at, foot }: Frame, body: (doc: Doc, root: Element) => void): Promise<Buffer<ArrayBuffer>> {
  const doc = emptyDocument(title, new Date(at));
  const bytes = bytesOf(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);
  heading(doc, root, "H1", title, 0);
  body(doc, root);
  root.end();
  footers(doc, foot);
  doc.end();
  return bytes;
}

function emptyDocument(title: string, at: Date): Doc {
  const doc = new PDFDocument({
    size: "A4",
    margin,
    pdfVersion: "1.7",
    // Its types know only the others.
    subset: "PDF/UA" as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: "en-NG",
    displayTitle: true,
    bufferPages: true,
    // Left to itself it would begin with a font that is not embedded.
    font: "",
    info: { Title: title, CreationDate: at },
  });
  fonts ??= { regular: openNotoSans("400Regular"), bold: openNotoSans("700Bold") };
  doc.registerFont("regular", fonts.regular).registerFont("bold", fonts.bold);
  return doc.font("regular").fontSize(size.text).fillColor(colour.text);
}

function bytesOf(doc: Doc): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
  });
}

function part(doc: Doc, parent: Element, title: string, sections: readonly DocumentSection[]): void {
  const [first] = sections;
  heading(doc, parent, "H2", title, first ? headingRoom(sizeOf.H3) + firstRoom(doc, first) : 0);
  for (const section of sections) write(doc, parent, section);
}

function write(doc: Doc, parent: Element, section: DocumentSection, level: "H2" | "H3" = "H3"): void {
  heading(doc, parent, level, section.title, firstRoom(doc, section));
  if (section.rows.length > 0) rows(doc, parent, section.rows);
  for (const text of section.paragraphs) paragraph(doc, parent, text);
}

function firstRoom(doc: Doc, { rows, paragraphs }: DocumentSection): number {
  return rows.length > 0 ? rowRoom : doc.font("regular").heightOfString(paragraphs[0] ?? "", lines);
}

function headingRoom(fontSize: number): number {
  return fontSize * 2.5;
}

/** @param follows the height of what it must not be parted from */
function heading(doc: Doc, parent: Element, level: keyof typeof sizeOf, text: string, follows: number): void {
  const fontSize = sizeOf[level];
  ensureRoom(doc, headingRoom(fontSize) + follows);
  if (doc.y > doc.page.margins.top) doc.moveDown(level === "H2" ? 0.9 : 0.5);
  parent.add(doc.struct(level, {}, () => void doc.font("bold").fontSize(fontSize).text(text, margin)));
  doc.font("regular").fontSize(size.text).moveDown(0.3);
}

function paragraph(doc: Doc, parent: Element, text: string, font: "regular" | "bold" = "regular"): void {
  ensureRoom(doc, doc.font(font).heightOfString(text, lines));
  parent.add(doc.struct("P", {}, () => void doc.text(text, margin, doc.y, lines)));
  doc.font("regular").moveDown(0.4);
}

function rows(doc: Doc, parent: Element, entries: DocumentSection["rows"]): void {
  const table = doc.struct("Table");
  parent.add(table);
  for (const { name, value } of entries) row(doc, table, name, value);
  table.end();
  doc.x = margin;
  doc.moveDown(0.5);
}

function row(doc: Doc, table: Element, name: string, value: string): void {
  const width = doc.page.width - 2 * margin;
  const [left, right] = [width * 0.55, width * 0.45 - 12];
  const nameHeight = doc.font("regular").heightOfString(name, { width: left });
  const height = Math.max(nameHeight, doc.font("bold").heightOfString(value, { width: right }));
  ensureRoom(doc, height + 10);
  const top = doc.y + 4;
  const writing = (font: string, ink: string, text: string, x: number, options: PDFKit.Mixins.TextOptions) => () =>
    void doc.font(font).fillColor(ink).text(text, x, top, options);
  const line = doc.struct("TR");
  table.add(line);
  line.add(headerCell(doc, writing("regular", colour.quiet, name, margin, { width: left })));
  const valueAt = margin + left + 12;
  line.add(doc.struct("TD", {}, writing("bold", colour.text, value, valueAt, { width: right, align: "right" })));
  line.end();
  const bottom = top + height + 5;
  doc.markContent("Artifact", { type: "Layout" });
  doc.moveTo(margin, bottom).lineTo(doc.page.width - margin, bottom);
  doc.lineWidth(0.5).stroke(colour.line);
  doc.endMarkedContent();
  doc.font("regular");
  doc.y = bottom + 1;
}

/** A cell that is the header of its row, which the types of pdfkit have no way to say. */
function headerCell(doc: Doc, draw: () => void): Element {
  const cell = doc.struct("TH", {}, draw) as Element & { dictionary: { data: object } };
  const attributes = doc.ref({ O: "Table", Scope: "Row" });
  attributes.end(undefined);
  Object.assign(cell.dictionary.data, { A: attributes });
  return cell;
}

function ensureRoom(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage().fillColor(colour.text);
}

/** Page numbers, which are no part of what is read aloud. */
function footers(doc: Doc, text: string): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    // Otherwise writing into the margin would begin another page.
    doc.page.margins.bottom = 0;
    doc.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
    const line = `${text} · page ${page + 1} of ${count}`;
    doc.font("regular").fontSize(size.footer).fillColor(colour.quiet);
    doc.text(line, margin, doc.page.height - 38, { width: doc.page.width - 2 * margin, align: "center" });
    doc.endMarkedContent();
  }
}

function acceptanceRows({ by, at, from, tokenId }: Acceptance): DocumentSection["rows"] {
  return [
    { name: "Accepted by", value: by },
    { name: "On (Lagos time)", value: momentInWords(at) },
    ...(from === null ? [] : [{ name: "From the address", value: from }]),
    ...(tokenId === null ? [] : [{ name: "With the token", value: tokenId }]),
  ];
}
