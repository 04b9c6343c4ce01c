import type { ReactNode } from 'react'
import { Facts } from './facts.js'
import { Link } from './link.js'
import { Caption, Stack } from './text.js'
import { Title } from './title.js'
import { Waiting, type WaitingProps } from './waiting.js'

export interface ReceiptProps {
  readonly state: WaitingProps['state']
  /** 88 px: what was sent. */
  readonly icon: ReactNode
  /** How far it is, and what that means. */
  readonly title: ReactNode
  readonly detail: ReactNode
  /** How much it is about. */
  readonly sum?: ReactNode
  /** Each a `Fact`. */
  readonly children: ReactNode
  /** Where the chain itself tells of it. */
  readonly page?: { readonly href: string; readonly words: string } | undefined
}
/** What became of something that was handed to a chain. How far it is, is announced. */
export function Receipt({ state, icon, title, detail, sum, children, page }: ReceiptProps) {
  return (
    <Stack gap={16}>
      <Stack align="center" gap={4}>
        <Waiting state={state}>{icon}</Waiting>
        <div role="status">
          <Stack align="center" gap={4}>
            <Title>{title}</Title>
            {sum}
            <Caption>{detail}</Caption>
          </Stack>
        </div>
      </Stack>
      <Facts>{children}</Facts>
      {page && (
        <Stack align="center">
          <Link href={page.href}>{page.words}</Link>
        </Stack>
      )}
    </Stack>
  )
}
