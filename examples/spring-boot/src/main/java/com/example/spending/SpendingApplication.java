package com.example.spending;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A Spring Boot application with a Staunch job in it. */
@SpringBootApplication
public class SpendingApplication {
    public static void main(String[] args) {
        SpringApplication.run(SpendingApplication.class, args);
    }
}
