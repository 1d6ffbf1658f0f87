"use client";

import { useEffect, useState } from "react";

/**
 * What a mail's link carries behind `#`, which browsers send to no server; null until the scripts have started, empty where
 * there is none. The address bar does not go on showing it; a reload of the page finds it again.
 */
export function useMailed(name: "token" | "pass"): string | null {
  const [mailed, setMailed] = useState<string | null>(null);
  useEffect(() => {
    let hiding: ReturnType<typeof setTimeout> | undefined;
    function read() {
      const found = new URLSearchParams(window.location.hash.slice(1)).get(name);
      const kept: unknown = window.history.state?.[name];
      setMailed(found ?? (typeof kept === "string" ? kept : ""));
      // Once the router listens: otherwise it would put back the address with which it started.
      const hide = () =>
        window.history.replaceState({ [name]: found }, "", window.location.pathname + window.location.search);
      if (found) hiding = setTimeout(hide);
    }
    read();
    // Another link of the same page, put into the address bar.
    window.addEventListener("hashchange", read);
    return () => {
      clearTimeout(hiding);
      window.removeEventListener("hashchange", read);
    };
  }, [name]);
  return mailed;
}
