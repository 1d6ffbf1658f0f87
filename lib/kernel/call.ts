import type { Actor, Operator } from "./actor";
import type { BusinessTime, RealTime } from "./time";

/** What a verb is given: who acts, on what, and when in business time. */
export type Call<More> = { actor: Actor; now: BusinessTime } & More;

/** The same for credentials and uploads, whose lifetimes a moved sandbox clock must not stretch. */
export type RealTimeCall<More> = { actor: Actor; realNow: RealTime } & More;

/** What an operator does to something of the service itself, or of whichever marketplace. */
export type OperatorCall<More> = { operator: Operator; realNow: RealTime } & More;
