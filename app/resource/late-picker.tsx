import { type ReactNode, useEffect, useRef, useState } from "react";

/**
 * Plain controls that scripts, once they have come, turn into a picker by what stands there (picker-mount.tsx). What
 * the server drew and nobody draws again is turned by DrawnOnServer.
 */
export function LatePicker({
  children,
  address,
  nothing,
  remove,
}: {
  children: ReactNode;
  address: string;
  nothing: string;
  remove: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [picker, setPicker] = useState<ReactNode>();
  useEffect(() => {
    void import("./picker-mount").then(({ pickerAt }) => place.current && setPicker(pickerAt(place.current)));
  }, []);
  return (
    <div ref={place} data-picker={address} data-nothing={nothing} data-remove={remove}>
      {picker ?? children}
    </div>
  );
}
