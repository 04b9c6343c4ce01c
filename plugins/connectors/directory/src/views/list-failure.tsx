import { message } from '@portico/kernel/text'
import {
  Button,
  FailedPart,
  type FailedPartProps,
  Note,
  retryMessage,
  Stack,
  useTranslate,
} from '@portico/ui'

/** In the place of the list: it is wrong, or its code did not arrive. */
export function ListFailure({
  error,
  again,
}: {
  readonly error: FailedPartProps['error']
  readonly again: () => void
}) {
  const t = useTranslate()
  if (error)
    return (
      <Stack gap={8}>
        <FailedPart error={error} retry={again} />
      </Stack>
    )
  return (
    <Stack gap={16}>
      <Note kind="bad">
        {t(message('directory.failed', 'The list of wallets could not be loaded.'))}
      </Note>
      <Button onClick={again}>{t(retryMessage)}</Button>
    </Stack>
  )
}
