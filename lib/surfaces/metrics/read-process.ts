import { turnsTaken } from "@/db/prepare-statements";
import { seatsTaken } from "@/lib/kernel/seats";
import type { Sample } from "@/lib/platform/metrics/declared-metrics";
import { serviceInfo } from "@/lib/surfaces/health/info";

/** What a process knows of itself, whatever has become of the database. @param build the hash of the sources it was built of */
export function readProcess(build = "development"): Sample[] {
  const { used, waiting, size } = turnsTaken() ?? { used: 0, waiting: 0, size: 0 };
  const seats = seatsTaken().flatMap(({ kind, environment, taken, waiting }): Sample[] => [
    ["mfis_seats", { kind, environment, state: "taken" }, taken],
    ["mfis_seats", { kind, environment, state: "waiting" }, waiting],
  ]);
  const connections = Object.entries({ used, waiting, size }).map(
    ([state, turns]): Sample => ["mfis_database_connections", { state }, turns],
  );
  return [["mfis_build_info", { version: serviceInfo().version, build }, 1], ...connections, ...seats];
}
