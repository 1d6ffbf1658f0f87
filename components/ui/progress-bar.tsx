export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${shown}%` }} />
    </div>
  );
}
