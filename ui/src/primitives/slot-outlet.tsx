import type { SlotItem, SlotRef } from '@portico/kernel'
import { Fragment, type ReactNode, useEffect, useMemo } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { useSlot } from '../react/registry-hooks.js'
import { type LoadComponent, useComponent } from '../react/use-loaded.js'
import { ErrorBoundary, pluginOf } from './error-boundary.js'
import { FailedPart } from './failed-part.js'

export interface SlotOutletProps<Item extends SlotItem> {
  readonly of: SlotRef<Item>
  /** Filters the items. */
  readonly only?: (item: Item) => boolean
  /** Renders an item. Items with a component (`load`) need no function. */
  readonly children?: (item: Item) => ReactNode
  /** A placeholder, in the final size, for an item whose component is loading. */
  readonly waiting?: ReactNode
}
/**
 * Renders the items of a slot in order. An item that throws is left out and reported under the id
 * of its plugin.
 */
export function SlotOutlet<Item extends SlotItem>({
  of,
  only,
  children,
  waiting,
}: SlotOutletProps<Item>) {
  const items = useSlot(of)
  return (
    <>
      {items.map(
        item =>
          (!only || only(item)) && (
            <SlotBoundary key={item.id} item={item}>
              {children
                ? children(item)
                : 'load' in item && (
                    <LazyComponent load={item.load as LoadComponent} waiting={waiting} />
                  )}
            </SlotBoundary>
          ),
      )}
    </>
  )
}

function SlotBoundary({
  item,
  children,
}: {
  readonly item: SlotItem
  readonly children: ReactNode
}) {
  const kernel = useKernel()
  const plugin = useMemo(() => pluginOf(kernel, item), [kernel, item])
  return (
    <ErrorBoundary kernel={kernel} plugin={plugin} fallback={<Fragment />}>
      {children}
    </ErrorBoundary>
  )
}

/** Renders the component of a `load` once it is loaded: a tab, a block of the Connect view. */
export function LazyComponent<Props extends object = Record<never, never>>({
  load,
  props,
  waiting = null,
  failed,
}: {
  readonly load: () => Promise<{ readonly default: (props: Props) => unknown }>
  readonly props?: Props
  readonly waiting?: ReactNode
  /** Replaces the error and Try again where the page works without the component. */
  readonly failed?: ReactNode
}) {
  const { Component, error, retry } = useComponent(load as LoadComponent)
  const { report } = useKernel()
  useEffect(() => {
    if (error) report(error, 'ui')
  }, [error, report])
  if (Component) return <Component {...props} />
  return error === undefined ? waiting : (failed ?? <FailedPart error={error} retry={retry} />)
}
