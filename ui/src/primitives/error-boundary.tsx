import type { Kernel } from '@portico/kernel'
import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  readonly kernel: Kernel
  /** Whose part it is: what fails is reported under this name. */
  readonly plugin: string
  /** Stands in the place of what failed. */
  readonly fallback?: ReactNode
  readonly children?: ReactNode
}
/** Keeps the failure of one part to that part. Give it a key, so that another part starts anew. */
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

/** The plugin that brought this: the entry of a view, or an item of a slot. */
export function pluginOf(kernel: Kernel, brought: unknown): string {
  return kernel.inspect().shelf.find(({ value }) => value === brought)?.plugin ?? 'ui'
}
