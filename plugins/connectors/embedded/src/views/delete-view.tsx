import { message } from '@portico/kernel/text'
import {
  Button,
  Caption,
  ClickGuard,
  cancelMessage,
  Note,
  Stack,
  useKernel,
  useService,
  useTask,
  useTranslate,
  ViewFooter,
} from '@portico/ui'
import { deleteMessage } from '../account-messages.js'
import { walletAccountService } from '../account-refs.js'
import { Problem } from './problem.js'

/** Says what is lost before the frame asks. */
export default function DeleteView() {
  const t = useTranslate()
  const { views } = useKernel()
  const { deleteAccount } = useService(walletAccountService)
  const [{ busy, error }, remove, cancel] = useTask(deleteAccount)
  return (
    <>
      <Stack gap={16}>
        <Note kind="warn">
          {t(
            message(
              'embedded.delete.warning',
              'Without its recovery words, everything in this wallet is lost for ever. Move it to another wallet first.',
            ),
          )}
        </Note>
        <Caption>
          {t(
            message(
              'embedded.delete.detail',
              'Deletes your login, your devices and the part of the key that the server holds. The wallet asks you once more.',
            ),
          )}
        </Caption>
        <Problem error={error} />
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
                onClick={remove}
              >
                {t(deleteMessage)}
              </Button>
            )}
          </ClickGuard>
          <Button
            variant="plain"
            onClick={() => {
              cancel()
              views.back()
            }}
          >
            {t(cancelMessage)}
          </Button>
        </Stack>
      </ViewFooter>
    </>
  )
}
