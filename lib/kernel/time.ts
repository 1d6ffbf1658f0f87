declare const real: unique symbol;
declare const business: unique symbol;

/** A moment in real time, for credentials, signatures, leases, idempotency and rate limits. */
export type RealTime = Date & { readonly [real]: true };

/** Real time plus what the sandbox has moved its test data's clock ahead. Merchants and loans go by it. */
export type BusinessTime = Date & { readonly [business]: true };

export type Clocks = { now: BusinessTime; realNow: RealTime };

/** @param ahead in milliseconds; 0 for live data. */
export function businessTime(realNow: RealTime, ahead: number): BusinessTime {
  return new Date(realNow.getTime() + ahead) as BusinessTime;
}

/** The real time at which a clock that is `ahead` milliseconds ahead shows this. */
export function realTime(moment: BusinessTime, ahead: number): RealTime {
  return new Date(moment.getTime() - ahead) as RealTime;
}

export function realTimeOf(stored: string | number | Date): RealTime {
  return new Date(stored) as RealTime;
}

export function businessTimeOf(stored: string | number | Date): BusinessTime {
  return new Date(stored) as BusinessTime;
}
