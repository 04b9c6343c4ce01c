import { eip155 } from '@portico/plugin-eip155'
import { activeAccount, connectionService, connectorsSlot, createPortico } from '@portico/sdk'

// Everything that the modal can do is reachable without it: this page lists the wallets itself.
const portico = createPortico({ plugins: [eip155()] })
const list = document.getElementById('wallets') as HTMLUListElement
const status = document.getElementById('account') as HTMLParagraphElement

function show() {
  list.replaceChildren(
    ...portico.kernel.items(connectorsSlot).map(connector => {
      const button = document.createElement('button')
      button.textContent = connector.name
      button.onclick = async () => {
        try {
          await portico.kernel.use(connectionService).connect(connector.id)
        } catch (error) {
          status.textContent = error instanceof Error ? error.message : String(error)
        }
      }
      const item = document.createElement('li')
      item.append(button)
      return item
    }),
  )
  const account = activeAccount(portico.kernel)
  if (account) status.textContent = `Connected: ${account.address}`
}
portico.kernel.subscribe(show)
await portico.start()
// Wallets get no request before the person opens the list.
await portico.kernel.use(connectionService).discover()
show()
