import type { Environment, OperatorUser } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";

/** What the console's lists are of: the data of every marketplace in one environment, as somebody looks at it. */
export type ConsoleScope = { operator: OperatorUser; environment: Environment; realNow: RealTime };
