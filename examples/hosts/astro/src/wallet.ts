import { directory } from '@portico/plugin-directory'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { createPortico } from '@portico/sdk'
import { attach } from '@portico/sdk/element'
import { sign } from './sign'

const portico = createPortico({ plugins: [eip155({ networks: [mainnet] }), directory()] })
attach(portico)
document.querySelector('#sign')?.addEventListener('click', () => void sign(portico))
