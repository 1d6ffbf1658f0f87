import { channel } from "./fake-journey";

/**
 * Who may say what to whom, on the host's side: the SDK hears the frame it made, on the journey's origin, in words of the
 * protocol, and speaks to that origin alone. Whatever is ignored is followed by something that is not, so that a test knows
 * that it was there to be heard.
 */
export const ready = { channel, type: "ready" };
export const marker = { channel, type: "step-change", step: "done" };
export const marked = ["step-change", { step: "done" }];
