import { accountPartsSlot } from '@portico/kernel/account'
import { message, textSlice } from '@portico/kernel/text'
import {
  balanceLoadingMessage,
  balanceUnavailableMessage,
  formatAge,
  IconButton,
  retryInMessage,
  retryMessage,
  Skeleton,
  SlotOutlet,
  TokenBalance,
  useKernel,
  useSecondsUntil,
  useService,
  useSlice,
  useSlot,
  useTranslate,
} from '@portico/ui'
import type { KnownBalance } from '../account-page.js'
import { accountPageService, accountPageSlice } from '../refs.js'

const waiting = <Skeleton width={160} height={41} />

/** What the account has: as a feature shows it, else in the native coin. */
export function AccountBalance({ subject }: { readonly subject: string }) {
  const part = useSlot(accountPartsSlot).find(({ place }) => place === 'balance')
  return part ? (
    <div className="p-account-balance">
      <SlotOutlet
        of={accountPartsSlot}
        only={({ id, place }) => place === 'balance' && id === part.id}
        waiting={waiting}
      />
    </div>
  ) : (
    <NativeBalance subject={subject} />
  )
}

function NativeBalance({ subject }: { readonly subject: string }) {
  const t = useTranslate()
  const page = useSlice(accountPageSlice)
  // What is known of another account is nothing to show here.
  const balance = page.subject === subject ? page.balance : ({ name: 'loading' } as const)
  if (balance.name === 'none') return null
  const { last } = balance
  const failed = balance.name === 'unavailable'
  return (
    <div
      className={failed ? 'p-account-balance p-account-old' : 'p-account-balance'}
      aria-busy={balance.name === 'loading' || undefined}
    >
      {last && <TokenBalance token={last.balance.token} amount={last.balance.amount} big />}
      {!last && !failed && (
        <>
          {waiting}
          <span className="p-hidden">{t(balanceLoadingMessage)}</span>
        </>
      )}
      {failed && <Unavailable last={last} retryAt={balance.retryAt} />}
    </div>
  )
}

/** What went wrong, how old the figure is, and when it can be requested again. */
function Unavailable({
  last,
  retryAt,
}: {
  readonly last: KnownBalance | undefined
  readonly retryAt: number
}) {
  const t = useTranslate()
  const kernel = useKernel()
  const { refresh } = useService(accountPageService)
  const language = useSlice(textSlice, state => state.language)
  const seconds = useSecondsUntil(retryAt)
  const retry = () => {
    refresh().catch(error => kernel.report(error, 'base/account'))
  }
  return (
    <div className="p-account-note">
      <span role="status">
        {last
          ? t(message('account.balanceAsOf', 'Balance unavailable · as of {age}'), {
              age: formatAge(language, Date.now() - last.at),
            })
          : t(balanceUnavailableMessage)}
      </span>
      {seconds > 0 ? (
        <span>· {t(retryInMessage, { seconds })}</span>
      ) : (
        <IconButton icon="retry" label={t(retryMessage)} onClick={retry} />
      )}
    </div>
  )
}
