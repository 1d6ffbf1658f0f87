/** How a state is to be taken: the colour that repeats what its label says. */
export type Tone = "good" | "busy" | "warning" | "bad" | "neutral";

export type Label = { label: string; tone: Tone };

export type Labels<Value extends string> = Record<Value, Label>;
