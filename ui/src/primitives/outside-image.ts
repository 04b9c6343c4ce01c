/** The first image that is not itself the text brings the rules for all such. */
import type { Kernel } from '@portico/kernel'
import { http, parseImage } from '@portico/kernel/contracts'
import { UiError } from '../errors.js'

/** A source that an `img` may have: a `blob:` of this page as it is, a picture of a host that the app has named as `data:`. Undefined: there is none. Reports what may never be shown. */
export async function outsideImage(kernel: Pick<Kernel, 'find' | 'report'>, source: string): Promise<string | undefined> {
  const image = parseImage(source)
  if (image === undefined) kernel.report(new UiError('IMAGE_REFUSED', 'An image was not shown: only https:, data: and blob: images are.'), 'ui')
  return image?.startsWith('https:') ? kernel.find(http)?.picture(image) : image
}
