package dev.tplus1.provider.api;

/** What a job file says of an account's API, read and checked. Its text shows no secret. */
public interface ApiSettings {
    /** The account at the API; nothing is sent before it is asked for something. */
    ProviderApi open(ApiMeans means);
}
