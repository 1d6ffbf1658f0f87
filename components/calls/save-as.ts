export function saveAs(content: Blob, fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = fileName;
  link.click();
  // Safari starts reading only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
