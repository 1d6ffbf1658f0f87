import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useClose } from "@/components/ui/dialog";
import { useHeldOpen } from "@/components/ui/hold-open";

/** The field of the step before is gone; a screen reader goes on with the codes. */
function focusOn(list: HTMLElement | null) {
  list?.focus();
}

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const close = useClose();
  useHeldOpen();
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-pretty">
        Keep these somewhere other than your phone. Each one signs you in once if you lose your app. We only show them
        now, and earlier codes no longer work.
      </p>
      <ul
        ref={focusOn}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="outline-none grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg border border-warning bg-warning-soft p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} label="Copy all" />
      <div className="flex justify-end">
        <Button onClick={close}>I have saved them</Button>
      </div>
    </div>
  );
}
