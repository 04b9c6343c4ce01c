import type { Read } from '@portico/kernel'
import { connection, connectMethods, session } from '@portico/kernel/contracts'
import { Caption, LazyFace, Skeleton, SlotOutlet, Stack, useService, useSlice, useSlot, useText } from '@portico/ui'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { listedConnectors } from '../discovery.js'
import { entrances } from '../entrance/slot.js'
import { memorySlice } from '../refs.js'
import { emptyWords } from '../text/empty-words.js'
import { hasLost, loadLost, Wallets } from './wallets.js'

/** The ways to get in, in the frame that the host wants around them, if it wants one. */
export default function ConnectView() {
  const [own] = useSlot(entrances)
  return <Discovered>{own ? <LazyFace load={own.load} /> : <Methods />}</Discovered>
}

/** Comes whole: with the code of its blocks, once it is known which there are. That of the rows is for those who have a wallet. */
ConnectView.needs = (read: Read) =>
  read.state(memorySlice).isDiscovered
    ? [
        ...read.items(entrances).map(({ load }) => load),
        ...read.items(connectMethods).flatMap(({ id, load }) => (id === 'wallet' && !listedConnectors(read).length ? [] : load)),
        ...(hasLost(read.state(session)) ? [loadLost] : []),
      ]
    : undefined

/** As soon as it is known which wallets are there: from then on nothing moves (decision 47). */
export function Discovered({ children }: { readonly children: ReactNode }) {
  const isDiscovered = useSlice(memorySlice, state => state.isDiscovered)
  const { discover } = useService(connection)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    // What was not found can still be reached in other ways: the page is never a dead end.
    discover().catch(() => setBroken(true))
  }, [discover])
  return isDiscovered || isBroken ? children : <Skeleton rows={3} />
}

export interface MethodsProps {
  /** Stands in the place of the wallets. */
  readonly wallet?: ReactNode
  /** Stands around the ways in; not around what is at the foot of the page. */
  readonly around?: (ways: ReactNode) => ReactNode
}
/** One block under the other. */
export function Methods({ wallet, around = ways => ways }: MethodsProps) {
  const methods = useSlot(connectMethods)
  const [opened] = useState(() => methods.map(({ id }) => id))
  const ids = [...opened, ...methods.map(({ id }) => id).filter(id => !opened.includes(id))]
  const isQuiet = (shown: string) => methods.some(({ id, quiet }) => id === shown && quiet)
  const t = useText(emptyWords)
  const block = (shown: string) => (
    <SlotOutlet of={connectMethods} only={({ id }) => id === shown}>
      {({ id, load }) => (id === 'wallet' ? (wallet ?? <Wallets load={load} />) : <LazyFace load={load} />)}
    </SlotOutlet>
  )
  return (
    <Stack gap={12}>
      {around(
        ids
          .filter(id => !isQuiet(id))
          .map((shown, i) => (
            <Fragment key={shown}>
              {i > 0 && (
                <Stack align="center">
                  <Caption>{t('connection.or')}</Caption>
                </Stack>
              )}
              {block(shown)}
            </Fragment>
          )),
      )}
      {ids.filter(isQuiet).map(shown => (
        <Fragment key={shown}>{block(shown)}</Fragment>
      ))}
    </Stack>
  )
}
