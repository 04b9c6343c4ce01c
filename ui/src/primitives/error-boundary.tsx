import type { Kernel } from '@portico/kernel'
import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  readonly kernel: Kernel
  /** The id of the plugin that errors are reported under. */
  readonly plugin: string
  /** Replaces children that threw. */
  readonly fallback?: ReactNode
  readonly children?: ReactNode
}
/**
 * Catches and reports what its children throw. Give it a key for each part, so that another part
 * starts without the error.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override state = { failed: false }
  override componentDidCatch(error: unknown) {
    this.props.kernel.report(error, this.props.plugin)
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

/**
 * Returns the id of the plugin that registered a value: the entry of a view, or an item of a slot.
 */
export function pluginOf(kernel: Kernel, registered: unknown): string {
  return kernel.inspect().registry.find(({ value }) => value === registered)?.plugin ?? 'ui'
}
