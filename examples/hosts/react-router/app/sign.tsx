import { useSignMessage } from '@portico/sdk/react'

export function Sign() {
  const { signMessage, data, error } = useSignMessage()
  const sign = () => signMessage({ message: 'Hello' }).catch(() => undefined) // `error` says it
  return (
    <p>
      <button type="button" onClick={() => void sign()}>
        Sign
      </button>
      <output>{data ?? (error instanceof Error ? error.message : '')}</output>
    </p>
  )
}
