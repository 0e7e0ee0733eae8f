import sharp from 'sharp'

/** A picture of a film and how long it stands, in milliseconds. */
export interface Frame {
  picture: Buffer
  ms: number
}

/** A screenshot as a small file, the same to the eye. */
export async function encodePicture(picture: Buffer): Promise<Buffer> {
  return sharp(picture).webp({ nearLossless: true, effort: 6, quality: 40 }).toBuffer()
}

/** Frames of one size as an animation without an end. */
export async function encodeFilm(frames: readonly Frame[]): Promise<Buffer> {
  const pictures = frames.map(({ picture }) => picture)
  const delay = frames.map(({ ms }) => ms)
  return sharp(pictures, { join: { animated: true } })
    .webp({ lossless: true, minSize: true, delay, loop: 0 })
    .toBuffer()
}
