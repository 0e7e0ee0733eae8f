import sharp from 'sharp'

/** A picture of a film and how long it stands, in milliseconds. */
export interface Frame {
  picture: Buffer
  ms: number
}

/** A screenshot as a small file: as it is to the eye, or with few colors and a third as large. */
export async function encodePicture(picture: Buffer, colors?: number): Promise<Buffer> {
  if (colors === undefined)
    return sharp(picture).webp({ nearLossless: true, effort: 6, quality: 40 }).toBuffer()
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return sharp(withFewColors(data, colors), { raw: { width, height, channels: 3 } })
    .webp({ lossless: true, effort: 6, quality: 100 })
    .toBuffer()
}

/** Gives each pixel the nearest of that many colors: those that are frequent, and far from each other. */
function withFewColors(pixels: Buffer, colors: number): Buffer {
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const color = pixels.readUIntBE(at, 3)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const all = [...counts].map(([color, count]) => ({ color, count, far: Infinity }))
  const chosen: number[] = []
  while (chosen.length < Math.min(colors, all.length)) {
    const next = all.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    chosen.push(next.color)
    for (const one of all) one.far = Math.min(one.far, distance(one.color, next.color))
  }
  const nearest = new Map(
    all.map(({ color }) => [
      color,
      chosen.reduce((a, b) => (distance(b, color) < distance(a, color) ? b : a)),
    ]),
  )
  const result = Buffer.alloc(pixels.length)
  for (let at = 0; at < pixels.length; at += 3) {
    result.writeUIntBE(nearest.get(pixels.readUIntBE(at, 3)) ?? 0, at, 3)
  }
  return result
}

/** Few pixels of a color that nothing else has, such as that of an icon, count as much as many others. */
function worth({ count, far }: { count: number; far: number }): number {
  return far === Infinity ? count : far ** 2 * Math.sqrt(count)
}

function distance(a: number, b: number): number {
  const [red, green, blue] = [16, 8, 0].map((shift) => ((a >> shift) & 255) - ((b >> shift) & 255))
  return Math.hypot(red ?? 0, green ?? 0, blue ?? 0)
}

/** Frames of one size as an animation without an end. */
export async function encodeFilm(frames: readonly Frame[]): Promise<Buffer> {
  const pictures = frames.map(({ picture }) => picture)
  const delay = frames.map(({ ms }) => ms)
  return sharp(pictures, { join: { animated: true } })
    .webp({ lossless: true, minSize: true, delay, loop: 0 })
    .toBuffer()
}
