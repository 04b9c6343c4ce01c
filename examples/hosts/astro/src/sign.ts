import { type Portico, signMessage } from '@portico/sdk'

export async function sign(portico: Portico) {
  const output = document.querySelector('output')
  if (!output) return
  try {
    output.textContent = await signMessage(portico, { message: 'Hello' })
  } catch (error) {
    output.textContent = error instanceof Error ? error.message : ''
  }
}
