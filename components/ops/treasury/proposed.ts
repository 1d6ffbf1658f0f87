export const proposed = "Proposed. Another operator decides.";
export const forBoth = "For whoever decides, and for the audit log.";
