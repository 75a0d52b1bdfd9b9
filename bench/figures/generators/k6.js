import http from 'k6/http';

/** Each of its users asks, and asks again when he has the answer. */
export default function () {
  http.get(`${__ENV.TARGET}/`);
}
