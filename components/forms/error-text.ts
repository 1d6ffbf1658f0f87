/** The one word for a field that has to be filled in, whether a program would call it missing or empty. */
export const required = "Is required";

export function errorText(error: string): string {
  return error === "Must not be empty" ? required : error;
}
