import type { SlotItem, SlotRef } from '@portico/kernel'
import { Fragment, type ReactNode, useEffect, useMemo } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { type LoadFace, useFace } from '../react/use-loaded.js'
import { useSlot } from '../react/use-slot.js'
import { Broken } from './broken.js'
import { ErrorBoundary, pluginOf } from './error-boundary.js'

export interface SlotOutletProps<Item extends SlotItem> {
  readonly of: SlotRef<Item>
  /** Which items; all by default. */
  readonly only?: (item: Item) => boolean
  /** How one is drawn. Items that bring a component of their own (`load`) need none. */
  readonly children?: (item: Item) => ReactNode
  /** Stands in the place of an item whose component is on its way, in its final size. */
  readonly waiting?: ReactNode
}
/** The items of a slot, in order. One that fails is left out and reported under its plugin's name; the others stay. */
export function SlotOutlet<Item extends SlotItem>({ of, only, children, waiting }: SlotOutletProps<Item>) {
  const items = useSlot(of)
  return (
    <>
      {items.map(
        item =>
          (!only || only(item)) && (
            <SlotBoundary key={item.id} item={item}>
              {children ? children(item) : 'load' in item && <LazyFace load={item.load as LoadFace} waiting={waiting} />}
            </SlotBoundary>
          ),
      )}
    </>
  )
}

function SlotBoundary({ item, children }: { readonly item: SlotItem; readonly children: ReactNode }) {
  const kernel = useKernel()
  const plugin = useMemo(() => pluginOf(kernel, item), [kernel, item])
  return (
    <ErrorBoundary kernel={kernel} plugin={plugin} fallback={<Fragment />}>
      {children}
    </ErrorBoundary>
  )
}

/** The component behind a `load` as soon as it is there: a tab, a block of the Connect view. */
export function LazyFace({ load, waiting = null }: { readonly load: LoadFace; readonly waiting?: ReactNode }) {
  const { Face, error, retry } = useFace(load)
  const { report } = useKernel()
  useEffect(() => {
    if (error) report(error, 'ui')
  }, [error, report])
  if (Face) return <Face />
  return error === undefined ? waiting : <Broken error={error} retry={retry} />
}
