import { signMessage } from '@portico/sdk'

export async function sign(portico) {
  const output = document.querySelector('output')
  try {
    output.textContent = await signMessage(portico, { message: 'Hello' })
  } catch (error) {
    output.textContent = error.message
  }
}
