import { ModalError } from '../text/errors.js'
import { message } from '../text/text.js'

/** Reported by `openLink`. Says nothing of the link: it may carry a pairing's secret. */
export class LinkError extends ModalError<'LINK_REFUSED'> {
  constructor(code: LinkError['code']) {
    super(code, { userMessage: message('link.error.refused', 'This link is not safe to open.') })
  }
}
