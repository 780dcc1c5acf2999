// For strptime and timegm.
#define _GNU_SOURCE
#include "ccurl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct ccurl {
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
  CURLMcode (*multi_wakeup)(CURLM *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
  char *(*version)(void);
  bool has_openssl;
};

const ccurl *ccurl_open(const char *name) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return NULL;
  ccurl *library = calloc(1, sizeof *library);
  if (library == NULL) return NULL;

  struct {
    const char *name;
    void **slot;
  } symbols[] = {
      {"curl_global_init", (void **)&library->global_init},
      {"curl_easy_init", (void **)&library->easy_init},
      {"curl_easy_cleanup", (void **)&library->easy_cleanup},
      {"curl_easy_setopt", (void **)&library->easy_setopt},
      {"curl_easy_getinfo", (void **)&library->easy_getinfo},
      {"curl_slist_append", (void **)&library->slist_append},
      {"curl_slist_free_all", (void **)&library->slist_free_all},
      {"curl_multi_init", (void **)&library->multi_init},
      {"curl_multi_cleanup", (void **)&library->multi_cleanup},
      {"curl_multi_setopt", (void **)&library->multi_setopt},
      {"curl_multi_add_handle", (void **)&library->multi_add_handle},
      {"curl_multi_remove_handle", (void **)&library->multi_remove_handle},
      {"curl_multi_perform", (void **)&library->multi_perform},
      {"curl_multi_poll", (void **)&library->multi_poll},
      {"curl_multi_wakeup", (void **)&library->multi_wakeup},
      {"curl_multi_info_read", (void **)&library->multi_info_read},
      {"curl_version", (void **)&library->version},
  };
  for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
    *symbols[index].slot = dlsym(handle, symbols[index].name);
    if (*symbols[index].slot == NULL) {
      free(library);
      return NULL;
    }
  }
  if (library->global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    free(library);
    return NULL;
  }
  // Such as "libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13"; one in parentheses is present but not used.
  const char *version = library->version();
  library->has_openssl = strstr(version, " OpenSSL/") != NULL ||
                         strstr(version, " LibreSSL/") != NULL ||
                         strstr(version, " BoringSSL") != NULL;
  return library;
}

const char *ccurl_version(const ccurl *library) { return library->version(); }

bool ccurl_has_openssl(const ccurl *library) { return library->has_openssl; }

CURL *ccurl_easy_init(const ccurl *library) { return library->easy_init(); }

void ccurl_easy_cleanup(const ccurl *library, CURL *easy) { library->easy_cleanup(easy); }

CURLcode ccurl_set_long(const ccurl *library, CURL *easy, CURLoption option, long value) {
  return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_size(const ccurl *library, CURL *easy, CURLoption option, curl_off_t value) {
  return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_text(const ccurl *library, CURL *easy, CURLoption option, const char *value) {
  return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_bytes(const ccurl *library, CURL *easy, CURLoption option, const void *value) {
  return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(const ccurl *library, CURL *easy, CURLoption option, void *value) {
  return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_list(const ccurl *library, CURL *easy, CURLoption option,
                        struct curl_slist *value) {
  return library->easy_setopt(easy, option, value);
}

CURLcode ccurl_set_receiver(const ccurl *library, CURL *easy, CURLoption option,
                            ccurl_receiver receiver) {
  return library->easy_setopt(easy, option, receiver);
}

CURLcode ccurl_set_quick_exit(const ccurl *library, CURL *easy) {
  return library->easy_setopt(easy, (CURLoption)(CURLOPTTYPE_LONG + 322), 1L);
}

CURLcode ccurl_get_long(const ccurl *library, CURL *easy, CURLINFO information, long *value) {
  return library->easy_getinfo(easy, information, value);
}

const char *ccurl_certificate_end(const ccurl *library, CURL *easy) {
  static const char name[] = "Expire date:";
  struct curl_certinfo *chain = NULL;
  if (library->easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK) return NULL;
  if (chain == NULL || chain->num_of_certs < 1) return NULL;
  for (struct curl_slist *line = chain->certinfo[0]; line != NULL; line = line->next) {
    if (strncasecmp(line->data, name, sizeof name - 1) == 0) return line->data + sizeof name - 1;
  }
  return NULL;
}

struct curl_slist *ccurl_list_append(const ccurl *library, struct curl_slist *list,
                                     const char *text) {
  return library->slist_append(list, text);
}

void ccurl_list_free(const ccurl *library, struct curl_slist *list) {
  library->slist_free_all(list);
}

CURLM *ccurl_multi_init(const ccurl *library) { return library->multi_init(); }

CURLMcode ccurl_multi_cleanup(const ccurl *library, CURLM *multi) {
  return library->multi_cleanup(multi);
}

CURLMcode ccurl_multi_set_long(const ccurl *library, CURLM *multi, CURLMoption option,
                               long value) {
  return library->multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(const ccurl *library, CURLM *multi, CURL *easy) {
  return library->multi_add_handle(multi, easy);
}

CURLMcode ccurl_multi_remove(const ccurl *library, CURLM *multi, CURL *easy) {
  return library->multi_remove_handle(multi, easy);
}

CURLMcode ccurl_multi_perform(const ccurl *library, CURLM *multi, int *running) {
  return library->multi_perform(multi, running);
}

CURLMcode ccurl_multi_poll(const ccurl *library, CURLM *multi, int milliseconds) {
  return library->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(const ccurl *library, CURLM *multi) {
  return library->multi_wakeup(multi);
}

bool ccurl_multi_finished(const ccurl *library, CURLM *multi, CURL **easy, CURLcode *outcome) {
  int left = 0;
  CURLMsg *message;
  while ((message = library->multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *easy = message->easy_handle;
      *outcome = message->data.result;
      return true;
    }
  }
  return false;
}

bool ccurl_time(const char *text, const char *form, time_t *time) {
  struct tm parts = {0};
  const char *end = strptime(text, form, &parts);
  if (end == NULL || *end != '\0') return false;
  *time = timegm(&parts);
  return true;
}
