"use client";

import { Component, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "./screens";

export class Boundary extends Component<{ onBroken: () => void; children: ReactNode }, { broken: boolean }> {
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
