/** An amount of naira, with kobo only where there are any. @param {number} amount */
export function naira(amount) {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `₦${amount.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: 2 })}`;
}

/** Cut to `width` characters; what is cut off leaves an ellipsis. @param {string} text @param {number} width */
export function shorten(text, width) {
  const characters = [...text];
  return characters.length <= width
    ? text
    : `${characters
        .slice(0, width - 1)
        .join("")
        .trimEnd()}…`;
}
