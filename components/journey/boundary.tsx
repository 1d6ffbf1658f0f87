"use client";

import { Component, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "./screens";

type BoundaryProps = { onBroken: () => void; children: ReactNode };

/** Catches what goes wrong while something is drawn, so that something can be done about it. */
export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch() {
    this.props.onBroken();
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Notice title="Something went wrong on our side" lead="What you have saved is safe. Load this again to go on.">
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </Notice>
    );
  }
}
