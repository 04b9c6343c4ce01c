import { KernelError, type Read } from '@portico/kernel'
import { forgetView } from '@portico/kernel/account'
import { disconnectAndForget } from '@portico/kernel/session'
import { shellService, toastsService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { earlierSwapsSlice, outboxSlice } from '@portico/kernel/transactions'
import {
  Button,
  Caption,
  ClickGuard,
  cancelMessage,
  Note,
  Stack,
  useKernel,
  useRead,
  useService,
  useTask,
  useTranslate,
  ViewFooter,
} from '@portico/ui'
import { forgetMessage } from '../refs.js'

/** What the person loses with the stored transactions. */
function lossesOf({ state }: Read) {
  const { log } = state(outboxSlice)
  return {
    isPending: [...log, ...state(earlierSwapsSlice).log].some(
      one => !one.seen && !('endedAt' in one && one.endedAt),
    ),
    hasApprovals: log.some(one => 'isAllowance' in one && one.isAllowance === true),
  }
}

/** Says what is deleted, what that means and what stays, before everything is forgotten. */
export default function ForgetView() {
  const t = useTranslate()
  const kernel = useKernel()
  const { back } = useService(shellService)
  const { success, fail, alert } = useService(toastsService)
  const { isPending, hasApprovals } = useRead(lossesOf)
  // Where a wallet was connected, the modal has moved on already.
  const leave = () => kernel.views.current?.id === forgetView.id && back()
  const [{ busy }, forget] = useTask(async () => {
    try {
      await disconnectAndForget(kernel)
      success(message('account.forget.done', 'Deleted from this browser'))
      leave()
    } catch (error) {
      kernel.report(error, 'base/account')
      if (error instanceof KernelError && error.code === 'NOT_FORGOTTEN')
        return alert({
          kind: 'failure',
          title: message('account.forget.failed', 'Not everything was deleted'),
          detail: message(
            'account.forget.failedDetail',
            "Your wallets are disconnected. Clear this site's data in the settings of your browser.",
          ),
        })
      // A wallet did not confirm in time. Everything is deleted here.
      fail(error)
      leave()
    }
  })
  return (
    <>
      <Stack gap={16}>
        <Caption>
          {t(
            message(
              'account.forget.detail',
              'Disconnects all wallets, and deletes what this site has stored about them in this browser: connections, sign-ins, balances, transactions, and tokens that you added.',
            ),
          )}
        </Caption>
        {isPending && (
          <Note kind="warn">
            {t(
              message(
                'account.forget.pending',
                'A transaction is pending. It may still go through, but you will not see its result here.',
              ),
            )}
          </Note>
        )}
        {hasApprovals && (
          <Note kind="warn">
            {t(
              message(
                'account.forget.approvals',
                'Approvals that you gave stay valid. They are no longer listed here.',
              ),
            )}
          </Note>
        )}
        <Caption>
          {t(
            message(
              'account.forget.kept',
              'Appearance, language, currency and hidden amounts are kept. Your wallets and what they hold are not touched.',
            ),
          )}
        </Caption>
      </Stack>
      <ViewFooter>
        <Stack>
          <ClickGuard>
            {isReady => (
              <Button
                variant="danger"
                icon="trash"
                busy={busy}
                aria-disabled={!isReady}
                onClick={forget}
              >
                {t(forgetMessage)}
              </Button>
            )}
          </ClickGuard>
          <Button variant="plain" onClick={back}>
            {t(cancelMessage)}
          </Button>
        </Stack>
      </ViewFooter>
    </>
  )
}
